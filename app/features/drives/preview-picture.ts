import type { Focus } from '#app/kit/picture.ts'

// What the preview picture of a drive shows, and so what its address is made of.

type Shown = {
  title: string
  slogan: string
  image: string | null
  picture?: { focus?: Focus | null } | null
  collects: boolean
  goal: number
  raised: number
}

/** Counts up when the picture is drawn in another way. */
const edition = 2

/** What the picture shows; as the total passes each tenth of the goal it is another one. */
export function previewFacts({ title, slogan, image, picture, collects, goal, raised }: Shown): string {
  const tenth = collects && goal > 0 ? Math.floor((raised * 10) / goal) : null
  // Beyond ten times the goal nobody looks at tenths any more.
  return JSON.stringify([
    edition,
    title,
    collects ? null : slogan,
    image,
    picture?.focus ? [picture.focus.x, picture.focus.y] : null,
    collects ? goal : null,
    tenth && Math.min(tenth, 100),
  ])
}
