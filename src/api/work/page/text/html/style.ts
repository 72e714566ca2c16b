/** Style sheet of elements that only HTML in a text can create. */
export const HTML_STYLE = `
kbd { padding: 0.1em 0.4em; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; font: 0.875em/1.5 var(--code); }
.text summary { cursor: pointer; font-weight: 600; }
.text :is(details, dl, figure, video, audio) { margin: 0 0 1.2em; }
.text img[align='left'] { margin-inline: 0 1.25rem; }
.text img[align='right'] { margin-inline: 1.25rem 0; }
:is(th, td)[align='right'] { text-align: right; }
:is(th, td)[align='center'] { text-align: center; }`.trim();
