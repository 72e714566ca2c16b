/** Writes what the start has to say, in the form of the log: `LOG_FORMAT=json` promises one JSON object a line. */
export const say = (stream: NodeJS.WriteStream, level: 'info' | 'error', text: string): void => {
  const isJson = process.env.LOG_FORMAT?.trim() === 'json';
  const line = { time: new Date(), level, message: text.trim() };
  stream.write(isJson ? `${JSON.stringify(line)}\n` : text);
};
