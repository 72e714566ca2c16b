import { containsLocation } from '../src/metadata/iso/coordinates';

test.each([
  ['a phone', '+51.5080-000.1281+021.0/'],
  ['a phone, in degrees and minutes', '+5130.48-00007.68/'],
  ['a DJI Phantom', 'HOME(W: 109.318642, N: 40.769371) 2016.10.21 08:32:21'],
  ['a DJI Mavic', 'F/2.8, SS 206.14, GPS (51.5080, -0.1281, 19), D 24.13m'],
  ['a newer DJI', '[iso: 100] [latitude: 51.508012] [longtitude: -0.128141]'],
  ['a dashcam', 'A,270519,201555.000,3356.8925,N,08420.2071,W,000.0,331.0M'],
  ['a satellite receiver', '$GPRMC,082138,A,5330.6683,N,00641.9749,W,012.5,87.86,050213,002.1,A'],
  [
    'a receiver with three decimals',
    '$GPRMC,082138,A,5330.668,N,00641.974,W,012.5,87.8,050213,002.1',
  ],
  ['a person', 'At 51.5080, -0.1281, in the morning'],
  ['a person, in degrees', 'At 51°30′29″N'],
  ['a person, in degrees and a comma', '51,508° N'],
])('coordinates as %s writes them are found', (_who, text) => {
  expect(containsLocation(Buffer.from(text))).toBe(true);
});

test.each([
  'Pigeons',
  'A film of 2024, take 3.5 of 4',
  'x264 - core 164 r3095 baee400 - ref=3 psy_rd=1.00:0.00 qcomp=0.60',
  'Lavf58.76.100',
  'It was 20° that day, and 90° in the water',
  'Rated 4.5, seen 1.234.567 times',
])('"%s" tells no place', (text) => {
  expect(containsLocation(Buffer.from(text))).toBe(false);
});
