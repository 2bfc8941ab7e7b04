import { inOneFace, placedOf, type Type, widthOf } from './lettering.server.ts'
import { hexOf, type UsedFace } from './pdf-face.server.ts'
import type { Typeface } from './typeface.server.ts'

// A sheet of paper to draw words, boxes and squares on. All lengths are in points, from the upper left corner.

export const a4 = { width: 595.28, height: 841.89 }
/** Points per millimetre. */
export const mm = 72 / 25.4

type Line = Type & { x: number; y: number; align?: 'left' | 'centre' | 'right'; grey?: number }

export class PdfSheet {
  private readonly marks: string[] = []
  private readonly faceOf: (part: Typeface) => UsedFace

  constructor(faceOf: (part: Typeface) => UsedFace) {
    this.faceOf = faceOf
  }

  /** Draws a line of text with its baseline at y; all of it in another face if its own lacks a letter. */
  text(raw: string, { x, y, align = 'left', grey = 0, ...type }: Line): void {
    const { text, face } = inOneFace(raw, type.face ?? 'garamond')
    if (!text) return
    const own = { ...type, face }
    const wide = align === 'left' ? 0 : widthOf(text, own) * (align === 'right' ? 1 : 0.5)
    this.marks.push(`${grey} g BT`, ...this.runs(text, own, { x: x - wide, y: a4.height - y }), 'ET')
  }

  box(x: number, y: number, width: number, height: number, grey = 0): void {
    this.marks.push(`${grey} g ${num(x)} ${num(a4.height - y - height)} ${num(width)} ${num(height)} re f`)
  }

  frame(x: number, y: number, width: number, height: number, line: number): void {
    this.marks.push(`0 G ${line} w ${num(x)} ${num(a4.height - y - height)} ${num(width)} ${num(height)} re S`)
  }

  /** Draws dark squares in rows of so many, as one shape: no hairlines are between them. */
  squares(dark: Uint8Array, across: number, { x, y, width }: { x: number; y: number; width: number }): void {
    const side = width / across
    const boxes: string[] = []
    for (let row = 0; row < across; row++)
      for (let from = 0; from < across; from++) {
        let to = from
        while (to < across && dark[row * across + to]) to++
        if (to > from) boxes.push(`${from} ${across - row - 1} ${to - from} 1 re`)
        from = to
      }
    const scale = `${side.toFixed(5)} 0 0 ${side.toFixed(5)} ${num(x)} ${num(a4.height - y - width)} cm`
    this.marks.push(`q 0 g ${scale}`, ...boxes, 'f Q')
  }

  get content(): string {
    return this.marks.join('\n')
  }

  /** Joins letters of one part of a face on the same line; an accent over its letter is placed by itself. */
  private runs(text: string, type: Type, { x, y }: { x: number; y: number }): string[] {
    const written: string[] = []
    let run: { face: UsedFace; up: number; pen: number; shown: string } | undefined
    const end = () => {
      if (run) written.push(`[${run.shown}] TJ`)
      run = undefined
    }
    for (const { part, glyph, letter, at, up, isMark } of placedOf(text, type)) {
      const face = this.faceOf(part)
      face.used.set(glyph, letter)
      if (!run || run.face !== face || isMark || run.up !== up) {
        end()
        written.push(`/${face.name} ${type.size} Tf 1 0 0 1 ${num(x + at)} ${num(y + (up * type.size) / part.em)} Tm`)
        run = { face, up, pen: at, shown: '' }
      }
      const closer = Math.round(((run.pen - at) * 1000) / type.size)
      if (closer !== 0) {
        run.shown += closer
        run.pen -= (closer * type.size) / 1000
      }
      run.shown += `<${hexOf(glyph)}>`
      run.pen += (Math.round((part.advanceOf(glyph) * 1000) / part.em) * type.size) / 1000
      if (isMark) end()
    }
    end()
    return written
  }
}

const num = (value: number): string => String(Math.round(value * 1000) / 1000)
