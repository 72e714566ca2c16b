import { textFile, type TestFile } from '../support/files';
import { zip } from '../support/zip';

/** A document, and the expected result of its upload. */
export interface Document {
  file: TestFile;
  ext: string;
  mime: string;
  /** Charset of a text. */
  charset?: string;
  /** Name in the Media Library, if different. */
  name?: string;
}

const utf8 = (name: string, content: string, ext: string, mime = 'text/plain'): Document => ({
  file: textFile(name, content),
  ext,
  mime,
  charset: 'utf-8',
});

/** A text that cannot keep its extension as type; the extension stays in the name. */
const renamed = (name: string, content: string): Document => ({
  ...utf8(name, content, '.txt'),
  name: `${name}.txt`,
});

const bytes = (name: string, content: Buffer, ext: string, mime: string): Document => ({
  file: { name, content, mime: 'application/octet-stream' },
  ext,
  mime,
});

const encoded = (name: string, content: Buffer, charset: string): Document => ({
  ...bytes(name, content, name.slice(name.lastIndexOf('.')), 'text/plain'),
  mime: name.endsWith('.csv') ? 'text/csv' : 'text/plain',
  charset,
});

const PAGE = '<!doctype html><html><body><script>document.title = "it ran"</script></body></html>';
const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** Typical texts. Each was once rejected or lost its extension. */
export const TEXTS: Record<string, Document> = {
  'Markdown that starts with a tag': utf8(
    'readme.md',
    '<p align="center"><img src="x.png"></p>\n\n# Title\n',
    '.md',
    'text/markdown'
  ),
  'Markdown that starts with a drawing': utf8(
    'logo.md',
    '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>\n\n# Title\n',
    '.md',
    'text/markdown'
  ),
  'Markdown with a page in a block of code': utf8(
    'how-to.md',
    `# A page\n\n\`\`\`html\n${PAGE}\n\`\`\`\n`,
    '.md',
    'text/markdown'
  ),
  'a chat log': utf8('chat.txt', '<anna> hi\n<bob> hello <script>alert(1)</script>\n', '.txt'),
  'a log of a terminal': utf8(
    'session.log',
    'ab\b\x1b[31mred\x1b[0m and so on, line by line\r\n',
    '.log'
  ),
  'CSV with HTML in it': utf8(
    'shop.csv',
    'id,text\n1,<b onclick=x>a</b><script></script>\n',
    '.csv',
    'text/csv'
  ),
  'JSON with HTML in it': utf8(
    'data.json',
    `{"html":"${'<html><body></body></html>'}"}`,
    '.json',
    'application/json'
  ),
  GeoJSON: utf8(
    'map.geojson',
    '{"type":"FeatureCollection","features":[]}',
    '.geojson',
    'application/geo+json'
  ),
  'a notebook': utf8(
    'study.ipynb',
    '{"cells":[{"outputs":[{"data":{"text/html":["<table><script></script></table>"]}}]}]}',
    '.ipynb',
    'application/x-ipynb+json'
  ),
  'a mail with HTML in it': utf8(
    'mail.eml',
    `From: a@example.org\r\nTo: b@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${PAGE}`,
    '.eml'
  ),
  GPX: utf8(
    'walk.gpx',
    `${XML}<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"></gpx>`,
    '.gpx'
  ),
  KML: utf8(
    'places.kml',
    `${XML}<kml xmlns="http://www.opengis.net/kml/2.2"><description><![CDATA[<b>x</b>]]></description></kml>`,
    '.kml'
  ),
  XML: utf8('data.xml', `${XML}<a xmlns="urn:b"/>`, '.xml'),
  RSS: utf8('feed.rss', `${XML}<rss version="2.0"><channel></channel></rss>`, '.rss'),
  'a diagram': utf8('plan.drawio', '<mxfile host="x"><diagram></diagram></mxfile>', '.drawio'),
  'a Python program': utf8('tool.py', '#!/usr/bin/env python3\nprint("<html>")\n', '.py'),
  'a shell script': utf8('setup.sh', '#!/bin/sh\nrm -rf /\n', '.sh'),
  YAML: utf8('config.yaml', 'a: 1\n', '.yaml', 'application/yaml'),
  SQL: utf8('dump.sql', "INSERT INTO a VALUES ('<script>');\n", '.sql', 'application/sql'),
  subtitles: utf8(
    'film.srt',
    '1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i>\n',
    '.srt',
    'application/x-subrip'
  ),
  'a calendar': utf8(
    'meet.ics',
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
    '.ics',
    'text/calendar'
  ),
  'a text of a kind that nobody has heard of': utf8('flight.igc', 'AXYZ123\nHFDTE010203\n', '.igc'),
  'a text that begins like a bitmap': utf8(
    'cars.txt',
    'BMW und Mercedes: eine Preisliste\n',
    '.txt'
  ),
  'a text that begins like a program': utf8('news.txt', 'MZ am Sonntag berichtet\n', '.txt'),
  'a text without an extension': utf8('LICENSE', 'MIT License\n', '.txt'),

  'a saved page': renamed('page.html', PAGE),
  'a saved page in XHTML': renamed(
    'page.xhtml',
    `${XML}<html xmlns="http://www.w3.org/1999/xhtml"/>`
  ),
  'a page named as XML': renamed(
    'page.xml',
    `${XML}<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`
  ),
  'a PHP program': renamed('index.php', '<?php system($_GET["c"]);'),
  'a style sheet': renamed('style.css', 'a { color: red }'),
  'a program of a browser': renamed('code.js', 'document.title = "it ran"'),
  'a batch file': renamed('build.bat', '@echo off\r\ndel *.o\r\n'),
  'an XSLT style sheet': renamed(
    'view.xsl',
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'
  ),
  'a page before a PDF': renamed('page.htm', `${PAGE}%PDF-1.4\n`),
};

/** Encodes a text in a charset that Node can only decode, by a table of one and two bytes. */
const encode = (text: string, charset: string): Buffer => {
  const decoder = new TextDecoder(charset);
  const codes = new Map<string, Buffer>();
  for (let first = 0xff; first > 0; first -= 1) {
    for (let second = 0xff; second >= 0x40; second -= 1) {
      const code = Buffer.from([first, second]);
      codes.set(decoder.decode(code), code);
    }
  }
  for (let byte = 0; byte < 0x100; byte += 1) {
    codes.set(decoder.decode(Buffer.from([byte])), Buffer.from([byte]));
  }
  return Buffer.concat(Array.from(text, (letter) => codes.get(letter) ?? Buffer.from('?')));
};

const RUSSIAN = 'Съешь же ещё этих мягких французских булок, да выпей чаю. ';
const JAPANESE = '名前,住所\n山田太郎,東京都千代田区にある会社で働いています。\n';
const GERMAN = 'Name;Straße;Ort\nMüller;Hauptstraße 5;München\nJäger;Königsallee 1;Köln\n';
const mark = '\uFEFF';
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Texts in other encodings than UTF-8. */
export const ENCODED_TEXTS: Record<string, Document> = {
  'UTF-8 with a mark': encoded('a.csv', Buffer.from(`${mark}${GERMAN}`), 'utf-8'),
  'UTF-16, little-endian': encoded('a.txt', Buffer.from(mark + GERMAN, 'utf16le'), 'utf-16le'),
  'UTF-16, big-endian': encoded('a.txt', swapped(mark + GERMAN), 'utf-16be'),
  'windows-1252': encoded('a.csv', Buffer.from(GERMAN, 'latin1'), 'windows-1252'),
  'windows-1251': encoded('a.txt', encode(RUSSIAN, 'windows-1251'), 'windows-1251'),
  'UTF-16 with zeros behind it': encoded(
    'a.txt',
    Buffer.from(`${mark}${GERMAN}\0\0`, 'utf16le'),
    'utf-16le'
  ),
  'windows-1252 with the end that DOS wrote': encoded(
    'a.txt',
    Buffer.from(`${GERMAN}\x1a`, 'latin1'),
    'windows-1252'
  ),
  'windows-1251 behind 100 KB of ASCII': encoded(
    'a.txt',
    Buffer.concat([Buffer.alloc(100_000, 'all in ASCII\n'), encode(RUSSIAN, 'windows-1251')]),
    'windows-1251'
  ),
  'KOI8-R': encoded('a.txt', encode(RUSSIAN, 'koi8-r'), 'koi8-r'),
  Big5: encoded('a.txt', encode('這是一個中文文本文件，編碼是大五碼。', 'big5'), 'big5'),
  'EUC-KR': encoded('a.txt', encode('이것은 한국어 텍스트 파일입니다.', 'euc-kr'), 'euc-kr'),
  'Shift-JIS': encoded('a.txt', encode(JAPANESE, 'shift_jis'), 'shift_jis'),
};

const tiff = (): Buffer => {
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.alloc(200)]);
};

/** Makes a file with the first bytes of a format without an encoder in Debian; the rest is not checked. */
const starting = (hex: string): Buffer =>
  Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(500)]);

/** Files that are neither shown nor run. They stay unchanged and keep their names. */
export const OTHERS: Record<string, Document> = {
  Pages: bytes(
    'letter.pages',
    zip({ 'Index/Document.iwa': 'x' }),
    '.pages',
    'application/vnd.apple.pages'
  ),
  KMZ: bytes(
    'places.kmz',
    zip({ 'doc.kml': '<kml/>' }),
    '.kmz',
    'application/vnd.google-earth.kmz'
  ),
  'a document of Word that is just a zip': bytes(
    'letter.docx',
    zip({ 'a.xml': '<a/>' }),
    '.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ),
  'a zip with a page in it': bytes(
    'pages.zip',
    zip({ 'index.html': PAGE }),
    '.zip',
    'application/zip'
  ),
  'JPEG XL': bytes('photo.jxl', starting('0000000c4a584c200d0a870a'), '.jxl', 'image/jxl'),
  'JPEG 2000': bytes(
    'photo.jp2',
    starting('0000000c6a5020200d0a870a00000014667479706a703220'),
    '.jp2',
    'image/jp2'
  ),
  'a raw picture of Pentax': bytes('photo.pef', tiff(), '.pef', 'image/x-pentax-pef'),
  'a raw picture of Fujifilm': bytes(
    'photo.raf',
    starting(Buffer.from('FUJIFILMCCD-RAW').toString('hex')),
    '.raf',
    'image/x-fujifilm-raf'
  ),
  'unknown bytes with a page in them': bytes(
    'data.bin',
    Buffer.concat([Buffer.from([0, 255, 200, 1]), Buffer.from(PAGE)]),
    '.bin',
    'application/octet-stream'
  ),
  'a stream of zlib': bytes(
    'data.zlib',
    Buffer.concat([Buffer.from('78014b4c4a06', 'hex'), Buffer.alloc(100, 0xe5)]),
    '.zlib',
    'application/octet-stream'
  ),
  'unknown bytes of a kind that their name tells': bytes(
    'track.fit',
    Buffer.from([14, 16, 200, 0, 1, 2, 3, 250, 0, 0]),
    '.fit',
    'application/octet-stream'
  ),
};
