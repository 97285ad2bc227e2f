/** What a JPEG's marker begins: a segment with its content, or nothing but itself. ITU-T T.81, B.1. */
export interface JpegSegment {
  marker: number;
  /** Behind the segment's length. */
  start: number;
  /** Behind the segment; at most the end of the file. */
  end: number;
}

export const MARKERS = { sof0: 0xc0, dht: 0xc4, eoi: 0xd9, sos: 0xda, dri: 0xdd } as const;

/** TEM, RST0-7, SOI, and the FF 00 that stands for a byte FF in pixel data. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * The segments of a JPEG, up to its end-of-image marker. Between segments it looks for the next marker, as decoders do:
 * there stand the pixel data of a scan, and sometimes a few stray bytes.
 */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes[at + 1] as number;
    if (marker === MARKERS.eoi) {
      yield { marker, start: at + 2, end: at + 2 };
      return;
    }
    // Any number of fill bytes FF may stand before a marker.
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at = bytes.indexOf(0xff, at + 2);
    else if (at + 4 > bytes.length) return;
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      yield { marker, start: at + 4, end: Math.min(end, bytes.length) };
      at = bytes.indexOf(0xff, end);
    }
  }
}
