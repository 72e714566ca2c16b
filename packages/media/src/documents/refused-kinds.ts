import { rootElement } from './active-content';

/** Facts about a file for deciding whether it is accepted. */
export interface FileFacts {
  /** Media type that `file-type` detected from the bytes. */
  mime?: string;
  /** Bytes from the start and the end of the file. */
  head: Buffer;
  tail: Buffer;
  /** Start of the decoded text, if the file is a text. */
  text?: string;
  /** Extension of the file name, with its dot, in lower case. */
  extension: string;
  /** Class ID of the root of a compound file, as hexadecimal digits. */
  compoundClass?: string;
}

/** A kind of file that is refused because it can run on a reader's machine. */
export interface RefusedKind {
  /** Description of the refused files for error messages, the same as in `docs/files.md`. */
  what: string;
  /** Usual extensions of the kind. An extension alone does not make a file one of this kind. */
  extensions: string[];
  is: (file: FileFacts) => boolean;
}

/** Splits a text at white space. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

const types =
  (...mimes: string[]): RefusedKind['is'] =>
  ({ mime }) =>
    mime !== undefined && mimes.includes(mime);

const startsAt =
  (offset: number, ...magics: string[]): RefusedKind['is'] =>
  ({ head }) =>
    magics.some((magic) => head.toString('latin1', offset, offset + magic.length) === magic);

const starts = (...magics: string[]): RefusedKind['is'] => startsAt(0, ...magics);

/** Tests whether `magic` starts exactly `before` bytes before the end of the file. */
const endsWith =
  (before: number, magic: string): RefusedKind['is'] =>
  ({ head, tail }) => {
    const end = tail.length === 0 ? head : tail;
    const at = end.length - before;
    return at >= 0 && end.toString('latin1', at, at + magic.length) === magic;
  };

/**
 * Tests the first 4096 characters of a text against a pattern. The pattern itself must skip leading white space and
 * comments.
 */
const reads =
  (pattern: RegExp): RefusedKind['is'] =>
  ({ text }) =>
    text !== undefined && pattern.test(text.slice(0, 4096));

const hasRoot =
  (...names: string[]): RefusedKind['is'] =>
  ({ text }) =>
    text !== undefined && names.includes(rootElement(text) ?? '');

/** Creates a test of both bytes and extension, for formats that share their bytes with other formats. */
const named =
  (test: RefusedKind['is'], ...extensions: string[]): RefusedKind['is'] =>
  (file) =>
    extensions.includes(file.extension) && test(file);

const isText: RefusedKind['is'] = ({ text }) => text !== undefined;
const isUnknown: RefusedKind['is'] = ({ mime, text }) => mime === undefined && text === undefined;

/**
 * Creates a test whether a zip archive contains a file with one of these names. Searches only the first and the last
 * bytes of the archive.
 */
const zipWith =
  (...names: string[]): RefusedKind['is'] =>
  ({ mime, head, tail }) =>
    mime === 'application/zip' &&
    names.some((name) => head.includes(name, 0, 'latin1') || tail.includes(name, 0, 'latin1'));

/** Root class IDs of Windows Installer packages, transforms and patches. */
const INSTALLER_CLASSES = new Set([
  '84100c0000000000c000000000000046',
  '82100c0000000000c000000000000046',
  '86100c0000000000c000000000000046',
]);

const isInstallerDatabase: RefusedKind['is'] = ({ compoundClass }) =>
  compoundClass !== undefined && INSTALLER_CLASSES.has(compoundClass);

const any =
  (...tests: RefusedKind['is'][]): RefusedKind['is'] =>
  (file) =>
    tests.some((test) => test(file));

const propertyList =
  (...keys: string[]): RefusedKind['is'] =>
  ({ text, extension }) =>
    text !== undefined &&
    rootElement(text) === 'plist' &&
    keys.some((key) => text.includes(`<key>${key}</key>`)) &&
    extension !== '.plist';

/**
 * Start of a regular expression for mail headers: skips header lines before the line that the rest of the expression
 * matches.
 */
const MAIL_HEADER = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?/.source;

/**
 * The complete list of refused kinds of file. Bytes decide; the name is used only if bytes cannot distinguish. Readable
 * texts are never refused: they are stored as plain text (see `extensions.ts`).
 */
export const REFUSED_KINDS: readonly RefusedKind[] = [
  {
    what: 'Windows and DOS programs, libraries, drivers and screen savers',
    extensions: words('.exe .dll .scr .cpl .ocx .sys .com .pif .xll'),
    is: any(
      types('application/x-msdownload', 'application/vnd.microsoft.portable-executable'),
      named(isUnknown, '.com', '.pif')
    ),
  },
  {
    what: 'Linux, macOS and BSD programs',
    extensions: words('.elf .so .appimage .dylib .o .run .pyz'),
    is: any(
      types('application/x-elf', 'application/x-mach-binary', 'application/mac-binary'),
      starts('\xca\xfe\xba\xbf'),
      // A shell script with a binary archive appended. A pure text script is accepted as a document.
      (file) => isUnknown(file) && starts('#!')(file)
    ),
  },
  {
    what: 'compiled programs of a virtual machine: Java, Android, WebAssembly, Flash',
    extensions: words('.class .dex .odex .wasm .swf'),
    is: any(
      types('application/java-vm', 'application/wasm', 'application/x-shockwave-flash'),
      starts('dex\n', 'dey\n', 'cdex', 'vdex')
    ),
  },
  {
    what: 'archives of programs: Java, Android, iOS, browser and editor extensions',
    extensions: words('.jar .war .apk .aab .ipa .xpi .crx .vsix .xap .air'),
    is: any(
      types(
        'application/java-archive',
        'application/vnd.android.package-archive',
        'application/x-xpinstall',
        'application/x-google-chrome-extension'
      ),
      zipWith('extension.vsixmanifest', 'META-INF/AIR/application.xml', 'BundleConfig.pb'),
      named(types('application/zip'), '.jar', '.apk', '.aab', '.ipa', '.xpi', '.xap', '.air')
    ),
  },
  {
    what: 'installers and packages: Windows Installer, MSIX, Debian, RPM, macOS, Snap, Flatpak',
    extensions: words(
      '.msi .msp .mst .msu .msix .appx .appinstaller .deb .rpm .pkg .snap .flatpak'
    ),
    is: any(
      types('application/x-msi', 'application/x-deb', 'application/x-rpm'),
      isInstallerDatabase,
      named(types('application/x-cfb'), '.msi', '.msp', '.mst'),
      named(types('application/vnd.ms-cab-compressed'), '.msu'),
      zipWith('AppxManifest.xml', 'AppxBlockMap.xml', 'AppxBundleManifest.xml'),
      hasRoot('appinstaller'),
      starts('xar!', 'flatpak\0'),
      named(starts('hsqs'), '.snap')
    ),
  },
  {
    what: 'disk images: ISO, UDF, DMG, VHD, VHDX, VMDK, VDI, QCOW, WIM',
    extensions: words('.iso .udf .dmg .vhd .vhdx .vmdk .vdi .qcow2 .wim .esd .img'),
    is: any(
      named(isUnknown, '.dmg'),
      startsAt(32769, 'CD001', 'BEA01', 'NSR02', 'NSR03'),
      // Same signatures in a raw image, where the drive adds sync and header bytes to each sector.
      startsAt(37649, 'CD001'),
      startsAt(37657, 'CD001'),
      starts('conectix', 'vhdxfile', 'KDMV', 'COWD', 'QFI\xfb', 'MSWIM\0\0\0', 'sprs', 'encrcdsa'),
      startsAt(0x40, '\x7f\x10\xda\xbe'),
      endsWith(512, 'koly'),
      endsWith(512, 'conectix'),
      endsWith(511, 'conectix'),
      reads(/^# Disk DescriptorFile/),
      named(startsAt(510, '\x55\xaa'), '.img', '.ima', '.vfd')
    ),
  },
  {
    what: 'shortcuts, which open what they name: Windows, Linux desktop, macOS, web',
    extensions: words(`
      .lnk .url .website .scf .desktop .webloc .inetloc .fileloc .library-ms
      .search-ms .searchconnector-ms
    `),
    is: any(
      types('application/x.ms.shortcut', 'application/x-ms-shortcut', 'application/x.apple.alias'),
      reads(/^(?:\s|[;#][^\n]*\n)*\[(?:InternetShortcut(?:\.\w+)?|Desktop Entry|Shell|AutoRun)\]/i),
      named(reads(/^\[InternetShortcut/im), '.url', '.website'),
      hasRoot('librarydescription', 'searchconnectordescription', 'persistedquery'),
      named(propertyList('URL', 'FSDisplayName'), '.webloc', '.inetloc', '.fileloc')
    ),
  },
  {
    what: 'settings that change a machine: registry, device, console and deployment files',
    extensions: words(`
      .reg .inf .msc .settingcontent-ms .mobileconfig .terminal .jnlp
      .application .manifest
    `),
    is: any(
      types('application/x-ms-regedit', 'application/x-ft-windows-registry-hive'),
      reads(/^\s*(?:REGEDIT4|Windows Registry Editor Version)/),
      reads(/^(?:\s|;[^\n]*\n)*\[Version\][^[]*Signature\s*=\s*"?\$(?:Windows NT|Chicago)\$/i),
      hasRoot('mmc_consolefile', 'pcsettings', 'jnlp', 'asmv1:assembly'),
      named(hasRoot('assembly'), '.application', '.manifest'),
      propertyList('PayloadContent', 'CommandString')
    ),
  },
  {
    what: 'pages and scripts that Windows runs outside a browser: HTA, Windows Script, encoded scripts',
    extensions: words('.hta .wsf .wsc .sct .vbe .jse'),
    is: any(
      named(isText, '.hta', '.wsf', '.wsc', '.sct'),
      hasRoot('hta:application', 'scriptlet'),
      ({ text }) =>
        text !== undefined && rootElement(text) !== undefined && /<hta:application\b/i.test(text),
      starts('#@~^')
    ),
  },
  {
    what: 'web archives, which open as pages of this machine: MHTML, Windows help',
    extensions: words('.mht .mhtml .chm .hlp'),
    is: any(
      types('application/vnd.ms-htmlhelp'),
      starts('?_\x03\0'),
      named(isText, '.mht', '.mhtml'),
      reads(new RegExp(`${MAIL_HEADER}(?:From: [<"]Saved by |Snapshot-Content-Location:)`, 'i'))
    ),
  },
  {
    what: 'compiled AppleScript',
    extensions: words('.scpt'),
    is: starts('FasdUAS '),
  },
];

/** The refused kind that a file belongs to; undefined if the file is accepted. */
export const refusedKindOf = (file: FileFacts): RefusedKind | undefined =>
  REFUSED_KINDS.find(({ is }) => is(file));
