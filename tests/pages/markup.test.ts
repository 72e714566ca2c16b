import { markup } from '../../src/api/markup';

test('text is escaped', () => {
  expect(markup`<p title="${`"'`}">${'<b> & </b>'}</p>`.source).toBe(
    '<p title="&quot;&#39;">&lt;b&gt; &amp; &lt;/b&gt;</p>'
  );
});

test('HTML inside HTML stays HTML', () => {
  expect(markup`<p>${markup`<b>${'<'}</b>`}</p>`.source).toBe('<p><b>&lt;</b></p>');
});

test('lists are joined; nothing is left by null, undefined and false', () => {
  expect(markup`${[markup`<i>`, '<', 1]}${null}${undefined}${false}${0}`.source).toBe('<i>&lt;10');
});
