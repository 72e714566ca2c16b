import { expandShortcodes } from '../src/folder/generators/shortcodes';

test.each([
  [
    'figure of Hugo',
    '{{< figure src="pier.jpg" alt="The [pier]" caption="At dusk" >}}',
    '![The \\[pier\\]](pier.jpg "At dusk")',
  ],
  [
    'figure with a link, over two lines',
    '{{< figure src="/a b.jpg"\n  link="https://example.org/" >}}',
    '[![](</a b.jpg>)](https://example.org/)',
  ],
  [
    'include of Jekyll',
    '{% include figure.html image_path="/assets/a.jpg" alt="A" %}',
    '![A](/assets/a.jpg)',
  ],
  [
    'video of Hugo',
    '{{< youtube w7Ft2ymGmfc >}}',
    '[YouTube](https://www.youtube.com/watch?v=w7Ft2ymGmfc)',
  ],
  [
    'video of Hugo with names',
    '{{< youtube id="w7Ft2ymGmfc" title="A talk" >}}',
    '[A talk](https://www.youtube.com/watch?v=w7Ft2ymGmfc)',
  ],
  [
    'video of Zola',
    '{{ youtube(id="abc", autoplay=true) }}',
    '[YouTube](https://www.youtube.com/watch?v=abc)',
  ],
  [
    'video of Jekyll',
    '{% include youtube.html id="abc" %}',
    '[YouTube](https://www.youtube.com/watch?v=abc)',
  ],
  ['vimeo', '{{< vimeo 146022717 >}}', '[Vimeo](https://vimeo.com/146022717)'],
  ['gist', '{{< gist spf13 7896402 >}}', '[Gist](https://gist.github.com/spf13/7896402)'],
  ['ref', '[a]({{< ref "posts/a.md#top" >}})', '[a](@/posts/a.md#top)'],
  ['relref', '[a]({{% relref "/posts/a.md" %}})', '[a](@/posts/a.md)'],
  ['post_url', '[a]({% post_url 2019-05-04-a %})', '[a](@/2019-05-04-a)'],
  [
    'link',
    '[a]({{ site.baseurl }}{% link _posts/2019-05-04-a.md %})',
    '[a](@/_posts/2019-05-04-a.md)',
  ],
  ['baseurl', '![a]({{ site.baseurl }}/img/a.png)', '![a](/img/a.png)'],
  ['code of Hexo', '{% codeblock lang:js mark:2 %}\na()\n{% endcodeblock %}', '```js\na()\n```'],
  ['picture of Hexo', '{% asset_img wide pier.png %}', '![](pier.png)'],
  [
    'picture of Octopress',
    '{% img left /a/pier.png 350 50% The pier %}',
    '![The pier](/a/pier.png)',
  ],
  [
    'picture of a plugin',
    '{% wide_img /pier.png https://example.org The pier %}',
    '![The pier](/pier.png)',
  ],
  ['picture by its url', '{% include epic_img.html url="/pier.png" %}', '![](/pier.png)'],
  [
    'link with a picture in its name',
    '{{< linkimage url="https://example.org/a" >}}',
    '[https://example.org/a](https://example.org/a)',
  ],
  ['link of Hexo', '{% post_link storm The Storm %}', '[The Storm](@/storm)'],
  ['picture by its path', '{{ resize_image(path="a/pier.png", width=150) }}', '![](a/pier.png)'],
  ['picture of a theme', '{{< postimage src="a.png" alt="A" >}}', '![A](a.png)'],
  [
    'link of a theme',
    '{{< card url="https://example.org/a" title="A" >}}',
    '[A](https://example.org/a)',
  ],
  ['quote of a theme', '{{< quote >}}Wet.{{< /quote >}}', 'Wet.'],
  ['box of a theme', '{% note title="Gale" %}Wet.{% endnote %}', '**Gale**\n\nWet.'],
  ['relative_url', "![a]({{ '/img/a.png' | relative_url }})", '![a](/img/a.png)'],
  [
    'highlight of Hugo',
    '{{< highlight go "linenos=table" >}}\nx := "{{< y >}}"\n{{< / highlight >}}',
    '```go\nx := "{{< y >}}"\n```',
  ],
  [
    'highlight of Jekyll',
    '{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}',
    '```ruby\nputs 1\n```',
  ],
  ['shown shortcode', '{{</* youtube abc */>}}', '{{< youtube abc >}}'],
  [
    'video of Eleventy',
    '{% youtubeEmbed "abc" %}',
    '[YouTube](https://www.youtube.com/watch?v=abc)',
  ],
  ['address with a filter', '[a]({{ "https://a.b/c" | short }})', '[a](https://a.b/c)'],
  [
    'caption of WordPress',
    '[caption id="a" width="9"]<img src="a.png"> A[/caption]',
    '<img src="a.png"> A',
  ],
  ['highlight of Eleventy', '{% highlight "js" %}\na()\n{% endhighlight %}', '```js\na()\n```'],
  ['include of Eleventy', '{% include "parts/figure.njk" src="/a.png" %}', '![](/a.png)'],
  ['comment of Nunjucks', 'a{# b\nc #}d', 'ad'],
  ['comment', 'a{% comment %}b{% endcomment %}c', 'ac'],
  ['raw', '{% raw %}a{% endraw %}', 'a'],
])('a %s becomes Markdown', (_name, source, text) => {
  expect(expandShortcodes(source)).toEqual({ text, unknown: [] });
});

test('code stays as it is', () => {
  const source =
    '`{% raw %}`\n\n```\n{{< youtube abc >}}\n```\n\n~~~\n{{ youtube(id="a") }}\n~~~\n';
  expect(expandShortcodes(source)).toEqual({ text: source, unknown: [] });
});

test('unknown shortcodes stay and are named', () => {
  const source =
    '{{< stepper >}}A{{< /stepper >}} {% sidenote 1 %} {{ quote(by="b") }} {{ page.x }}';
  expect(expandShortcodes(source)).toEqual({
    text: source,
    unknown: ['stepper', 'quote', 'sidenote', 'page.x'],
  });
});

test('variables have the values of the front matter, and unknown ones stay and are named', () => {
  const head = { title: 'Wind', knots: 7, tags: ['a'] };
  const source =
    '{{ page.title }} {{knots}} {{ tags }} {{ title | upcase }} {{ site.data.x[0] }} {{ "a b" | esc }}';
  expect(expandShortcodes(source, head)).toEqual({
    text: 'Wind 7 {{ tags }} {{ title | upcase }} {{ site.data.x[0] }} {{ "a b" | esc }}',
    unknown: ['tags', 'title', 'site.data.x', '"a b"'],
  });
});
