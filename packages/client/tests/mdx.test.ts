import { withoutComponents, withoutMdx } from '../src/folder/generators/mdx';

test('components that stand alone in a line are left out, and what is in them stays', () => {
  const text =
    '<Server>\n\n`<A />`\n\n</Server>\n\n<Client glued at={{ x: 1 }}>\nA Vec<T> <b>is</b>\n</Client>\n';
  expect(withoutComponents(text)).toBe('\n\n`<A />`\n\n\n\n\nA Vec<T> <b>is</b>\n\n');
});

test('a component in a line is left out, and a type stays', () => {
  const text = 'See <Repo name="a" /><Icon/> and Vec<Text> <Story>.\n';
  expect(withoutComponents(text)).toBe('See  and Vec<Text> <Story>.\n');
});

test('code stays as it is', () => {
  const text = '```jsx\n<Server>\n```\n\n    <Client />\n';
  expect(withoutComponents(text)).toBe(text);
});

test.each([
  ['a backtick alone', 'A `b\n\n<Client>\n\n`c` <b>\n', 'A `b\n\n\n\n`c` <b>\n'],
  ['a fence in a list', '- a\n\n  ```\n  x\n\n<A />\n  ```\n', undefined],
  ['two backticks', 'A ``b ` <A />`` c\n', undefined],
])('%s is read as Markdown does', (_name, text, expected = text) => {
  expect(withoutComponents(text)).toBe(expected);
});

test('expressions in attributes are left out', () => {
  expect(withoutComponents('<span style={{wordBreak: "keep-all"}} lang="en">a</span>')).toBe(
    '<span lang="en">a</span>'
  );
  expect(withoutComponents('<video\n  style={{ width: "100%" }}\n  src="https://a.b/c"\n/>')).toBe(
    '<video\n  src="https://a.b/c"\n/>'
  );
});

test('scripts and style sheets are left out', () => {
  const text =
    '<link rel="stylesheet" href="a.css">a<script src="a.js"></script>\n<style>\nb { c: d }\n</style>\n`<script></script>`';
  expect(withoutComponents(text)).toBe('a\n\n`<script></script>`');
});

test('custom elements are components, and a placeholder within a line is not', () => {
  const text =
    '<call-out kind="a">\nText\n</call-out>\n\nType <file-name> or <is-land on:visible>.\n';
  expect(withoutComponents(text)).toBe('\nText\n\n\nType <file-name> or .\n');
});

test('the content of components loses its indentation, and code keeps its own', () => {
  const text = '<Box>\n\tA\n\n\t```js\n\t\tb()\n\t```\n</Box>\n\n    <Box>\n';
  expect(withoutComponents(text)).toBe('\nA\n\n```js\n\tb()\n```\n\n\n    <Box>\n');
  expect(withoutMdx('- a\n  <Box>\n      b\n  </Box>\n')).toBe('- a\n  \n\n  b\n\n  \n');
  const fenced = '```jsx\n<Box>\n  <b />\n</Box>\n```\n';
  expect(withoutMdx(fenced)).toBe(fenced);
});

test('tags of forms and plugins, and drawings, are left out', () => {
  const text =
    '<form action="/a"><label>A <input name="a"></label></form><svg><g /></svg>\n' +
    '<object><param name="a"><embed src="http://a.b/c.swf"></embed></object>';
  expect(withoutComponents(text)).toBe('A \n<a href="http://a.b/c.swf">a.b</a>');
});

test.each([
  [
    '<iframe src="//a.b/c?d=1" title="A [map]"></iframe>',
    '<a href="https://a.b/c?d=1">A [map]</a>',
  ],
  [
    '<iframe src="https://a.b/c"><body>A</body></iframe> <iframe src="https://a.b/d"></iframe>',
    '<a href="https://a.b/c">a.b</a> <a href="https://a.b/d">a.b</a>',
  ],
  ['<iframe\n  src="https://a.b/c"\n/>', '<a href="https://a.b/c">a.b</a>'],
  ['<iframe src="https://www.youtube.com/embed/x"></iframe>', undefined],
  [
    '<embed src="https://www.youtube.com/embed/x">',
    '<a href="https://www.youtube.com/embed/x">www.youtube.com</a>',
  ],
  [
    '<iframe src="https://www.youtube.com/v/x"></iframe>',
    '<a href="https://www.youtube.com/v/x">www.youtube.com</a>',
  ],
  ['<iframe src="javascript:alert(1)"></iframe>', undefined],
])('the frame %s becomes a link, unless it is a player', (frame, expected = frame) => {
  expect(withoutComponents(frame)).toBe(expected);
});

test('MDX loses imports, exports, comments and all components', () => {
  const text =
    "import A from './a'\n\n# A\n\nText <A b={1} /> and {/* not */}more.\n\n```js\nimport b from 'b'\n```\n";
  expect(withoutMdx(text)).toBe("# A\n\nText  and more.\n\n```js\nimport b from 'b'\n```\n");
});

test('the content of a tag in MDX is Markdown', () => {
  const text = '<div style={{ a: 1 }}>\n\t![a\n\tb](c.png)\n</div>\n';
  expect(withoutMdx(text)).toBe('<div>\n\n![a\nb](c.png)\n\n</div>\n');
});

test('components and modules with functions, backticks and empty lines are left out', () => {
  const text =
    'export function A() {\n  return `a`\n\n  // b\n}\n\n# A\n\n' +
    '<A b={<C d={{ e: "f" }} />} g={({ h }) => i(`${h}`)} {...j} />\n\nText\n';
  expect(withoutMdx(text)).toBe('# A\n\n\n\nText\n');
});

test('pictures and films of components stay', () => {
  const text =
    'import pier from "./pier.png"\n\n<Image src={pier} alt=\'The "old" pier\' />\n' +
    '<Figure src={require("./a.png").default} />\n<YouTubeVideo videoId="abc" />\n';
  expect(withoutMdx(text)).toBe(
    '<img src="./pier.png" alt="The &quot;old&quot; pier">\n<img src="./a.png" alt="">\n' +
      '<a href="https://www.youtube.com/watch?v=abc">YouTube</a>\n'
  );
  expect(withoutComponents('<my-image src="a.png" /> <Vimeo id="1"/>')).toBe(
    '<img src="a.png" alt=""> <a href="https://vimeo.com/1">Vimeo</a>'
  );
});

test('components without content are named, if nothing of them stays', () => {
  const removed = new Set<string>();
  withoutMdx('<Chart data={[1]} />\n<Box>\nA\n</Box>\n<Image src="a.png" /> <Chart />\n', removed);
  const formula = '<math>\n  <mi>a</mi>\n  <mo>=</mo> <mn>1</mn>\n</math>';
  expect(withoutComponents(`<wind-rose />\n${formula}\n`, removed)).toBe('\na=1\n');
  expect([...removed]).toEqual(['Chart', 'math', 'wind-rose']);
});
