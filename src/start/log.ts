/** Writes a line in the format of the log. With `LOG_FORMAT=json` each line is one JSON object. */
export const log = (stream: NodeJS.WriteStream, level: 'info' | 'error', text: string): void => {
  const isJson = process.env.LOG_FORMAT?.trim() === 'json';
  const line = { time: new Date(), level, message: text.trim() };
  stream.write(isJson ? `${JSON.stringify(line)}\n` : text);
};
