import { zip } from '../support/zip';
import type { TestFile } from '../support/files';

const file = (name: string, content: Buffer | string): TestFile => ({
  name,
  content: Buffer.from(content as string),
  mime: 'text/plain',
});

const padded = (start: string | Buffer, length = 1024): Buffer =>
  Buffer.concat([Buffer.from(start as string), Buffer.alloc(length)]);

const hex = (digits: string): Buffer => padded(Buffer.from(digits, 'hex'));

/** Makes a file of zeros with a mark at an offset. */
const at = (offset: number, mark: string | Buffer, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  Buffer.from(mark as string).copy(bytes, offset);
  return bytes;
};

/** Makes a compound file (OLE) with this class id in its root. */
const compound = (rootClass: string): Buffer => {
  const bytes = Buffer.alloc(4096);
  bytes.write('d0cf11e0a1b11ae1', 'hex');
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(3, 48);
  bytes.write(rootClass, 4 * 512 + 80, 'hex');
  return bytes;
};

const PLIST = (body: string): string =>
  '<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" ' +
  `"http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict>${body}</dict></plist>`;

/** Files that are rejected because they can run, keyed by the names in `docs/files.md`. */
export const MADE_TO_RUN: Record<string, Record<string, TestFile>> = {
  'Windows and DOS programs, libraries, drivers and screen savers': {
    'a Windows program': file('setup.exe', padded('MZ\x90\0')),
    'a Windows program named as a picture': file('photo.jpg', padded('MZ\x90\0')),
    'a screen saver': file('fish.scr', padded('MZ')),
    'a DOS program': file('tool.com', Buffer.from([0xb4, 9, 0xcd, 0x21, 0, 0xc3])),
  },
  'Linux, macOS and BSD programs': {
    'a Linux program': file('a', hex('7f454c4602010100')),
    'a macOS program': file('a', hex('cffaedfe07000001')),
    'a macOS program for two processors': file('a', hex('cafebabe00000002')),
    'a large macOS program for two processors': file('a', hex('cafebabf00000002')),
    'an installer for Linux that unpacks itself': file('a.run', padded('#!/bin/sh\nexit 0\n')),
    'a Python program in an archive': file(
      'a.pyz',
      Buffer.concat([Buffer.from('#!/usr/bin/env python3\n'), zip({ '__main__.py': 'x' })])
    ),
  },
  'compiled programs of a virtual machine: Java, Android, WebAssembly, Flash': {
    'a Java class': file('A.class', hex('cafebabe00000034')),
    'an Android program': file('classes.dex', padded('dex\n035\0')),
    WebAssembly: file('a.wasm', hex('0061736d01000000')),
    'a Flash film': file('a.swf', padded('FWS\x0a')),
    'a packed Flash film': file('a.swf', padded('CWS\x0a')),
  },
  'archives of programs: Java, Android, iOS, browser and editor extensions': {
    'a Java archive': file(
      'a.zip',
      zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'A.class': 'x' })
    ),
    'a Java archive that its name tells': file('a.jar', zip({ 'A.class': 'x' })),
    'an Android package': file('a.zip', zip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'dex' })),
    'an iOS application': file('a.ipa', zip({ 'Payload/A.app/Info.plist': 'x' })),
    'a Firefox extension': file(
      'a.zip',
      zip({ 'META-INF/mozilla.rsa': 'x', 'manifest.json': '{}' })
    ),
    'a Chrome extension': file('a.crx', padded('Cr24\x03\0\0\0')),
    'an editor extension': file('a.zip', zip({ 'extension.vsixmanifest': '<x/>' })),
  },
  'installers and packages: Windows Installer, MSIX, Debian, RPM, macOS, Snap, Flatpak': {
    'a Windows Installer package': file('a.bin', compound('84100c0000000000c000000000000046')),
    'a Windows Installer patch': file('a', compound('86100c0000000000c000000000000046')),
    'an installer that its name tells': file('a.msi', compound('00')),
    'an update of Windows': file('a.msu', padded('MSCF\0\0\0\0')),
    'an MSIX package': file('a.zip', zip({ 'AppxManifest.xml': '<x/>' })),
    'an app installer': file('a.appinstaller', '<?xml version="1.0"?><AppInstaller Uri="x"/>'),
    'a Debian package': file('a.deb', padded('!<arch>\ndebian-binary   ')),
    'an RPM package': file('a.rpm', hex('edabeedb03000000')),
    'a macOS package': file('a.pkg', padded('xar!\0\x1c\0\x01')),
    'a Snap': file('a.snap', padded('hsqs\0\0')),
    'a Flatpak': file('a.flatpak', padded('flatpak\0')),
  },
  'disk images: ISO, UDF, DMG, VHD, VHDX, VMDK, VDI, QCOW, WIM': {
    'an ISO image': file('a.bin', at(32769, 'CD001', 40_000)),
    'a large ISO image': file('a.iso', at(32769, 'CD001', 400_000)),
    'an ISO image as a drive reads it': file('a.bin', at(37649, 'CD001', 60_000)),
    'a DMG': file('a.dmg', at(200_000 - 512, 'koly', 200_000)),
    'a VHD': file('a.vhd', at(0, 'conectix', 2048)),
    'a VHD of fixed size': file('a.bin', at(200_000 - 512, 'conectix', 200_000)),
    'a VHDX': file('a.vhdx', at(0, 'vhdxfile', 2048)),
    'a VMDK': file('a.vmdk', at(0, 'KDMV\x01\0\0\0', 2048)),
    'the description of a VMDK': file('a.vmdk', '# Disk DescriptorFile\nversion=1\n'),
    'a VDI': file('a.vdi', at(0x40, Buffer.from('7f10dabe', 'hex'), 2048)),
    'a QCOW': file('a.qcow2', at(0, Buffer.from('514649fb', 'hex'), 2048)),
    'a WIM': file('a.wim', at(0, 'MSWIM\0\0\0', 2048)),
    'the image of a floppy disk': file('a.img', at(510, Buffer.from('55aa', 'hex'), 2048)),
  },
  'shortcuts, which open what they name: Windows, Linux desktop, macOS, web': {
    'a Windows shortcut': file('a.lnk', hex('4c0000000114020000000000c000000000000046')),
    'a web shortcut': file('a.url', '[InternetShortcut]\r\nURL=file://evil/x.exe\r\n'),
    'a web shortcut with something before': file(
      'a.url',
      '[DEFAULT]\nBASEURL=x\n[InternetShortcut]\nURL=x\n'
    ),
    'a shortcut of Linux': file('a.desktop', '#!/usr/bin/env xdg-open\n[Desktop Entry]\nExec=rm\n'),
    'a shortcut in UTF-16': file(
      'a.url',
      Buffer.from('\uFEFF[InternetShortcut]\r\nURL=x\r\n', 'utf16le')
    ),
    'a command of the Windows shell': file('a.scf', '[Shell]\nCommand=2\nIconFile=\\\\evil\\x\n'),
    'the start of a disk': file('autorun.inf', '[autorun]\nopen=x.exe\n'),
    'a shortcut of macOS': file('a.webloc', PLIST('<key>URL</key><string>file:///x</string>')),
    'a library of Windows': file('a.library-ms', '<?xml version="1.0"?><libraryDescription/>'),
    'a search of Windows': file(
      'a.search-ms',
      '<?xml version="1.0"?><persistedQuery version="1.0"/>'
    ),
  },
  'settings that change a machine: registry, device, console and deployment files': {
    'a registry file': file('a.txt', 'REGEDIT4\r\n\r\n[HKEY_CURRENT_USER\\Software]\r\n'),
    'a newer registry file': file(
      'a.reg',
      Buffer.from('\uFEFFWindows Registry Editor Version 5.00\r\n\r\n[HKEY_X]\r\n', 'utf16le')
    ),
    'a hive of the registry': file('a.dat', padded('regf\x01\0\0\0')),
    'a device driver': file('a.inf', '; a comment\r\n[Version]\r\nSignature="$Windows NT$"\r\n'),
    'a console': file('a.msc', '<?xml version="1.0"?><MMC_ConsoleFile ConsoleVersion="3.0"/>'),
    'a setting of Windows': file('a.settingcontent-ms', '<?xml version="1.0"?><PCSettings/>'),
    'a Java Web Start file': file('a.jnlp', '<?xml version="1.0"?><jnlp spec="1.0+"/>'),
    'a ClickOnce deployment': file(
      'a.application',
      '<?xml version="1.0"?><asmv1:assembly xmlns:asmv1="x"/>'
    ),
    'a profile of Apple': file('a.mobileconfig', PLIST('<key>PayloadContent</key><array/>')),
    'a terminal of macOS': file('a.terminal', PLIST('<key>CommandString</key><string>rm</string>')),
  },
  'pages and scripts that Windows runs outside a browser: HTA, Windows Script, encoded scripts': {
    'an HTA': file('a.txt', '<html><head><hta:application id="a"></head><script>x</script></html>'),
    'an HTA that its name tells': file('a.hta', '<script>new ActiveXObject("x")</script>'),
    'a Windows Script file': file('a.wsf', '<job><script language="VBScript">x</script></job>'),
    'a scriptlet': file('a.txt', '<?XML version="1.0"?><scriptlet><registration/></scriptlet>'),
    'an encoded script': file('a.vbe', '#@~^AAAAAA==x^#~@'),
  },
  'web archives, which open as pages of this machine: MHTML, Windows help': {
    'a web archive': file(
      'a.txt',
      'From: <Saved by Blink>\r\nSnapshot-Content-Location: file:///x\r\nMIME-Version: 1.0\r\n\r\n<html>'
    ),
    'a web archive of an older browser': file(
      'a.eml',
      'From: "Saved by Windows Internet Explorer 8"\r\nMIME-Version: 1.0\r\n\r\n<html>'
    ),
    'a web archive that its name tells': file('a.mht', 'MIME-Version: 1.0\r\n\r\n<html>'),
    'Windows help': file('a.chm', padded('ITSF\x03\0\0\0')),
    'old Windows help': file('a.hlp', padded('?_\x03\0')),
  },
  'compiled AppleScript': {
    'a compiled script': file('a.scpt', padded('FasdUAS 1.101.10')),
  },
};

/** Harmless texts about such files. */
export const ABOUT_WHAT_RUNS: Record<string, TestFile> = {
  'Markdown that shows a desktop entry': file(
    'how-to.md',
    '# How\n\n```\n[Desktop Entry]\nExec=x\n```\n'
  ),
  'Markdown that shows an HTA': file('hta.md', '# HTA\n\n`<hta:application id="a">`\n'),
  'an INI file': file('a.ini', '[Version]\nnumber=1\n'),
  'the description of a Maven assembly': file(
    'assembly.xml',
    '<assembly xmlns="http://maven.apache.org/x"/>'
  ),
  'a property list': file('Info.plist', PLIST('<key>CFBundleName</key><string>A</string>')),
  'a mail': file(
    'mail.eml',
    'From: a@example.org\r\nMIME-Version: 1.0\r\n\r\nMSI, ISO, REGEDIT4\r\n'
  ),
};
