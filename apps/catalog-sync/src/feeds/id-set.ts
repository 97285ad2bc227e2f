const EMPTY = 0;

/**
 * The shop's ids seen so far, each with its ordinal, kept as text in one growing array: about 2 bytes a character and
 * 12 bytes an id, where a `Set` of strings cut from a file would keep the pieces of the file alive.
 */
export class IdSet {
  private text = new Uint16Array(1 << 14);
  private textLength = 0;
  /** Start of the id of each ordinal, and behind the last one its end. */
  private starts = new Uint32Array(1 << 10);
  /** Ordinal + 1 by hash, open addressing. */
  private slots = new Int32Array(1 << 11);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** @returns the ordinal of the id: `size` as it was before when the id is new. */
  add(id: string): number {
    let slot = hash(id) & (this.slots.length - 1);
    for (; this.slots[slot] !== EMPTY; slot = (slot + 1) & (this.slots.length - 1)) {
      const ordinal = this.slots[slot]! - 1;
      if (this.holds(ordinal, id)) return ordinal;
    }
    this.slots[slot] = this.count + 1;
    this.append(id);
    if (this.count * 2 > this.slots.length) this.growSlots();
    return this.count - 1;
  }

  private holds(ordinal: number, id: string): boolean {
    const start = this.starts[ordinal]!;
    if (this.starts[ordinal + 1]! - start !== id.length) return false;
    for (let at = 0; at < id.length; at++) if (this.text[start + at] !== id.charCodeAt(at)) return false;
    return true;
  }

  private append(id: string): void {
    if (this.textLength + id.length > this.text.length) {
      this.text = grown(this.text, new Uint16Array(Math.max(this.text.length * 2, this.textLength + id.length)));
    }
    if (this.count + 2 > this.starts.length) this.starts = grown(this.starts, new Uint32Array(this.starts.length * 2));
    for (let at = 0; at < id.length; at++) this.text[this.textLength++] = id.charCodeAt(at);
    this.starts[++this.count] = this.textLength;
  }

  private growSlots(): void {
    const slots = new Int32Array(this.slots.length * 2);
    for (let ordinal = 0; ordinal < this.count; ordinal++) {
      const id = this.text.subarray(this.starts[ordinal], this.starts[ordinal + 1]);
      let slot = hashUnits(id) & (slots.length - 1);
      while (slots[slot] !== EMPTY) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = ordinal + 1;
    }
    this.slots = slots;
  }
}

function grown<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

// FNV-1a over UTF-16 code units with a final mix, since ids of a shop differ in their last digits only.
function hash(id: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) value = Math.imul(value ^ id.charCodeAt(at), 0x01000193);
  return mixed(value);
}

function hashUnits(units: Uint16Array): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < units.length; at++) value = Math.imul(value ^ units[at]!, 0x01000193);
  return mixed(value);
}

function mixed(value: number): number {
  const half = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (half ^ (half >>> 13)) >>> 0;
}
