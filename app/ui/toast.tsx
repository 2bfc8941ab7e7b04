import type { Said } from '#app/kit/says.ts'

/** Says something in a corner of the page. */
export async function toast(said: Said): Promise<void> {
  console.log(said)
}
