import path from 'node:path';

import { renderText } from '../../src/api/work/page/text/markdown';
import { createTextThread, TextTooExpensive } from '../../src/api/work/page/text/thread';
import { textContext } from './text-context';

const program = path.resolve(__dirname, '../../dist/src/api/work/page/text/worker.js');
const dear = '^[a'.repeat(400_000);

test('a text is rendered on another thread as it is on this one', async () => {
  const thread = createTextThread(program);
  const source = '# A *text*\n\n$$x^2$$ and `code`[^1]\n\n[^1]: note';
  try {
    // The second text uses a thread that is already running.
    for (const text of [source, `${source} again`]) {
      expect(await thread.render({ source: text, textContext: textContext() })).toEqual(
        await renderText(text, textContext())
      );
    }
  } finally {
    await thread.end();
  }
});

test('a text that takes too long is given up, and the next one is rendered', async () => {
  const thread = createTextThread(program, 500);
  try {
    const first = thread.render({ source: dear, textContext: textContext() });
    const second = thread.render({ source: 'b', textContext: textContext() });
    await expect(first).rejects.toThrow(TextTooExpensive);
    expect((await second).html).toBe('<p>b</p>\n');
  } finally {
    await thread.end();
  }
});

test('the shortest text that waits is the next, and one more than may wait is refused', async () => {
  const thread = createTextThread(program, 500, 2);
  const rendered: number[] = [];
  const render = async (length: number): Promise<void> => {
    await thread.render({ source: 'b'.repeat(length), textContext: textContext() });
    rendered.push(length);
  };
  try {
    const waiting = [render(1), render(300), render(20)];
    await expect(render(4)).rejects.toThrow(TextTooExpensive);
    await Promise.all(waiting);
    expect(rendered).toEqual([1, 20, 300]);
  } finally {
    await thread.end();
  }
});
