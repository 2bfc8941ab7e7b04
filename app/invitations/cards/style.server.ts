import type { Canvas } from '#app/platform/pictures/canvas.server.ts'
import type { Photo } from '#app/platform/pictures/photo.server.ts'
import type { CardText } from './card.ts'
import type { Level, Setting } from './setting.server.ts'

/** Where a guest's name is painted on a copy of the base. */
type NamePlace = {
  /** The middle of the name and of what stands below it. */
  y: number
  name: Setting
  below: Setting
}

/** `spare`: how much room is left; below zero something lies over something else. */
export type Drawn = { canvas: Canvas; place?: NamePlace; spare: number }

/** What a style draws from. `named`: with room for a guest's name. */
type Drawing = { card: CardText; photo: Photo | undefined; named: boolean }

/** A style of card: the tall one, and what stands beside a link. */
export type CardStyle = {
  card: (drawing: Drawing) => Promise<Drawn>
  preview: (drawing: Omit<Drawing, 'named'>) => Promise<Canvas>
}

/** All lines of the facts in one list, as centred cards set them. */
export const linesOfFacts = (card: Pick<CardText, 'facts'>, level: Level): string[] =>
  factsAt(card, level).flatMap(({ lines }) => lines)

/** The facts, each with its first line alone where there is little room; a day keeps its time. */
export const factsAt = ({ facts }: Pick<CardText, 'facts'>, level: Level): CardText['facts'] =>
  level < 2 ? facts : facts.map((fact, at) => (at === 0 ? fact : { ...fact, lines: fact.lines.slice(0, 1) }))
