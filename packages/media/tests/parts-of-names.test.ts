import { partsOfName } from '../src/documents/extensions';

const TYPES = {
  jpeg: { mime: 'image/jpeg', ext: '.jpg' },
  tiff: { mime: 'image/tiff', ext: '.tif' },
  jpx: { mime: 'image/jpx', ext: '.jpx' },
  png: { mime: 'image/png', ext: '.png' },
  pdf: { mime: 'application/pdf', ext: '.pdf' },
  gzip: { mime: 'application/gzip', ext: '.gz' },
  unnamed: { mime: '', ext: '.jpg' },
  unknown: { mime: 'application/octet-stream', ext: '.bin' },
};

test.each<[string, keyof typeof TYPES, string, string]>([
  ['photo.jpeg', 'jpeg', 'photo', '.jpeg'],
  ['PHOTO.JPG', 'jpeg', 'PHOTO', '.JPG'],
  ['photo.tiff', 'tiff', 'photo', '.tiff'],
  ['x.jpf', 'jpx', 'x', '.jpf'],
  ['写真.jpeg', 'jpeg', '写真', '.jpeg'],
  ['archive.tar.gz', 'gzip', 'archive.tar', '.gz'],
  ['page.html', 'png', 'page', '.png'],
  ['page.phtml', 'png', 'page', '.png'],
  ['tool.exe', 'unknown', 'tool', '.bin'],
  ['J. R. Smith', 'pdf', 'J. R. Smith', ''],
  ['Report 2.0', 'pdf', 'Report 2.0', ''],
  ['Report 2.0.pdf', 'pdf', 'Report 2.0', '.pdf'],
  ['photo.jfif', 'jpeg', 'photo', '.jfif'],
  ['photo.jpeg', 'unnamed', 'photo', '.jpeg'],
  ['J.Smith', 'unnamed', 'J.Smith', ''],
  ['file1', 'jpeg', 'file1', ''],
  ['.gitignore', 'pdf', '.gitignore', ''],
  ['dots....pdf ', 'pdf', 'dots...', '.pdf'],
  ['', 'pdf', '', ''],
])('%j of a %s is %j and %j', (name, type, base, extension) => {
  expect(partsOfName(name, TYPES[type])).toEqual({ base, extension });
});
