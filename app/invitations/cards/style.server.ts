import type { Canvas } from '#app/platform/pictures/canvas.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import type { CardText } from './card.ts'
import type { Level, Setting } from './setting.server.ts'

/** The place of a guest's name on a copy of the base. */
type NamePlace = {
  /** The middle of the name and the line below it. */
  y: number
  name: Setting
  below: Setting
}

/** `spare`: how much room is left; negative if parts overlap. */
export type Drawn = { canvas: Canvas; place?: NamePlace; spare: number }

/** The input of a style. `named`: with room for a guest's name. */
type Drawing = { card: CardText; photo: Photo | undefined; named: boolean }

/** A style of card: the tall card, and the preview beside a link. */
export type CardStyle = {
  card: (drawing: Drawing) => Promise<Drawn>
  preview: (drawing: Omit<Drawing, 'named'>) => Promise<Canvas>
}

/** Lists all lines of the facts, for centred cards. */
export const linesOfFacts = (card: Pick<CardText, 'facts'>, level: Level): string[] =>
  factsAt(card, level).flatMap(({ lines }) => lines)

/** Returns the facts; at level 2 each has only its first line, but a day keeps its time. */
export const factsAt = ({ facts }: Pick<CardText, 'facts'>, level: Level): CardText['facts'] =>
  level < 2 ? facts : facts.map((fact, at) => (at === 0 ? fact : { ...fact, lines: fact.lines.slice(0, 1) }))
