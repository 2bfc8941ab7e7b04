import { repeat, weave } from '#app/ui/weave.ts'
import { Canvas } from './canvas.server.ts'
import { shapesOf } from './shapes.server.ts'

/** Draws one repeat of the cloth of a slug. */
export function clothOf(slug: string, kind: 'cloth' | 'band', scale: number): Canvas {
  const { ground, height: tall, rows } = weave(slug, kind)
  const tile = new Canvas(repeat * scale, Math.ceil(tall * scale), ground)
  for (const row of rows) {
    const path = row.is === 'stripe' ? `M0 ${row.y}h${repeat}v${row.height}H0z` : row.path
    // Each part by itself: where two of them cross, one thread is over the other.
    tile.fill(shapesOf(path, scale), row.dye)
  }
  return tile
}
