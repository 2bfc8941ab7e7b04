// The text of a card, ready for typesetting, and the colours of its five styles.

/** The small sign at the head of a church's card. */
const signs = ['none', 'cross', 'crescent'] as const
type Sign = (typeof signs)[number]

export type CardText = {
  /** Seed of the cloth pattern: one slug always gives the same cloth. */
  slug: string
  style: keyof typeof colours
  /** The kind of occasion in a word, such as 'Wedding'. */
  kind: string
  /** The opening line, such as 'You are invited'. */
  opening: string
  title: string
  /** The names of the hosts. */
  hosts: string
  /** The hosts' own words; shown where there is room for them. */
  words: string
  /** When and where: the label of each fact, and its lines. */
  facts: { label: string; lines: string[] }[]
  /** The address of an uploaded photo. */
  image: string | null
  sign: Sign
}

/** The name painted on a guest's copy, and the line below it, such as 'four seats'. */
export type CardGuest = { name: string; below: string }

export const sizes = {
  card: { width: 1080, height: 1350 },
  /** The preview that chats show beside a link. */
  preview: { width: 1200, height: 630 },
} as const
export type CardShape = keyof typeof sizes

/** No text is smaller than this: the picture is shown a third as large on a phone. */
export const smallest = 30

export const colours = {
  solemn: { ground: '#f2efe9', ink: '#22262b', soft: '#5d6168', line: '#b9b5ad' },
  celebration: { ground: '#fbf3df', ink: '#2a1b12', mark: '#9c4128', onMark: '#fbf3df', bar: '#e5b53f' },
  church: { ground: '#f7f4ea', inside: '#fffdf6', ink: '#1d3a5c', gold: '#876410' },
  school: { ground: '#fdf7e6', ink: '#123a2c', grain: '#e5b53f', fold: '#a97c1c', tail: '#cf9d2b' },
  corporate: { ground: '#f6f5f1', ink: '#151a1e', mark: '#1d5138', soft: '#565c60', line: '#c9c8c1' },
} as const
