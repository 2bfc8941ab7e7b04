import { createHmac } from 'node:crypto'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import type { Canvas } from '#app/platform/pictures/canvas.server.ts'
import { drawInTurn, drawnAnswer, keptThings } from '#app/platform/pictures/drawn.server.ts'
import { photoAt } from '#app/platform/pictures/photo.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import type { CardGuest, CardShape, CardText } from './card.ts'
import { celebration } from './celebration.server.ts'
import { church } from './church.server.ts'
import { corporate } from './corporate.server.ts'
import { school } from './school.server.ts'
import { type CardStyle, type Drawn, gap, heightOf, paintParts, textPart } from './setting.server.ts'
import { solemn } from './solemn.server.ts'

// Pictures of cards as served. The general card is cached as a file. For guests' cards only the shared base is cached: painting a name on a
// copy takes a few milliseconds, and named pictures stay in no memory.

/** Increment when cards are drawn in another way. */
const edition = 1

const files = keptThings<Buffer>({ most: 24_000_000, sizeOf: (file) => file.length })
const bases = keptThings<Drawn>({ most: 27_000_000, sizeOf: ({ canvas }) => canvas.pixels.length })

/** The version in a picture's address. The signature keeps it from being guessed. */
const cardVersion = (card: CardText): string =>
  createHmac('sha256', settings.AUTH_SECRET!)
    .update(JSON.stringify(['card', edition, card]))
    .digest('hex')
    .slice(0, 16)

/** The address of a picture for everybody. */
export const picturePath = (slug: string, shape: CardShape, card: CardText): string =>
  `/invitation/${slug}/${shape}/${cardVersion(card)}.jpg`

/** Draws the picture for everybody: the tall card, or the preview beside a link. */
const generalPicture = (card: CardText, shape: CardShape): Promise<Buffer> =>
  files.of(`${shape} ${cardVersion(card)}`, () =>
    drawInTurn(async () => {
      const canvas = shape === 'card' ? (await drawBase(card, false)).canvas : await drawCardPreview(card)
      return canvas.jpeg(mostCardBytes)
    }),
  )

const isDrawn = (card: CardText, shape: CardShape): boolean => files.has(`${shape} ${cardVersion(card)}`)

/** The card with a guest's name. */
export const namedPicture = (card: CardText, guest: CardGuest, draw = drawBase): Promise<Buffer> =>
  drawInTurn(async () => {
    const base = await bases.of(cardVersion(card), () => draw(card, true))
    return withName(base, guest).jpeg(mostCardBytes, { quick: true })
  })

/** How many pictures one network may have drawn. Cached pictures have no limit. */
const drawingLimits = (name: string, address: string): Limit[] => [{ name, key: address, times: 30, seconds: 60 }]

/** Answers with the picture for everybody; an address over its limit is told when to ask again. */
export const generalAnswer = (card: CardText, shape: CardShape, address: string, headers: Record<string, string>) =>
  drawnAnswer(headers, async () => {
    if (!isDrawn(card, shape)) await takeTry(drawingLimits('card', address))
    return generalPicture(card, shape)
  })

/** Answers with a guest's own card. No cache may keep it. */
export const namedAnswer = (card: CardText, guest: CardGuest, address: string) =>
  drawnAnswer({ 'cache-control': 'private, no-store' }, async () => {
    await takeTry(drawingLimits('named-card', address))
    return namedPicture(card, guest)
  })

// Cards are drawn with our own canvas and letters, so that they are the same on each machine, and no browser is needed.

const styles: Record<CardText['style'], CardStyle> = { solemn, celebration, church, school, corporate }

/** The most bytes that a picture may have. */
export const mostCardBytes = 250_000

/** Draws the card with room for a name, or the one for everybody. */
export const drawBase = async (card: CardText, named: boolean): Promise<Drawn> =>
  styles[card.style].card({ card, photo: await photoAt(card.image, 1080), named })

export const drawCardPreview = async (card: CardText): Promise<Canvas> =>
  styles[card.style].preview({ card, photo: await photoAt(card.image, 640) })

/** Paints a guest's name on a copy of the base. */
export function withName({ canvas, place }: Drawn, guest: CardGuest): Canvas {
  const copy = canvas.copy()
  if (!place) return copy
  const name = textPart(guest.name, place.name)
  const below = textPart(guest.below, place.below)
  const parts = name.length > 0 && below.length > 0 ? [...name, gap(4), ...below] : [...name, ...below]
  paintParts(copy, parts, place.y - heightOf(parts) / 2)
  return copy
}
