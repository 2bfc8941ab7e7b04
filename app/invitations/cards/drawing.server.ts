import type { Canvas } from '#app/platform/pictures/canvas.server.ts'
import { photoAt } from '#app/platform/pictures/photo.server.ts'
import type { CardGuest, CardText } from './card.ts'
import { celebration } from './celebration.server.ts'
import { church } from './church.server.ts'
import { corporate } from './corporate.server.ts'
import { school } from './school.server.ts'
import { gap, heightOf, paintParts, textPart } from './setting.server.ts'
import { solemn } from './solemn.server.ts'
import type { CardStyle, Drawn } from './style.server.ts'

// Cards as pictures: by our own canvas and letters, so that they are the same on each machine, and no browser is needed.

const styles: Record<CardText['style'], CardStyle> = { solemn, celebration, church, school, corporate }

/** How large a picture may be, in bytes. */
export const mostBytes = 250_000

/** The card with room for a name, or the one for everybody. */
export const drawBase = async (card: CardText, named: boolean): Promise<Drawn> =>
  styles[card.style].card({ card, photo: await photoAt(card.image, 1080), named })

export const drawPreview = async (card: CardText): Promise<Canvas> =>
  styles[card.style].preview({ card, photo: await photoAt(card.image, 640) })

/** A copy of the base with a guest's name on it. */
export function withName({ canvas, place }: Drawn, guest: CardGuest): Canvas {
  const copy = canvas.copy()
  if (!place) return copy
  const name = textPart(guest.name, place.name)
  const below = textPart(guest.below, place.below)
  const parts = name.length > 0 && below.length > 0 ? [...name, gap(4), ...below] : [...name, ...below]
  paintParts(copy, parts, place.y - heightOf(parts) / 2)
  return copy
}
