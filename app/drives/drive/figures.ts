/** What changes on a public page while people look at it. It goes to everybody who does: nothing private is here. */
export type PublicFigures = {
  raised: number
  /** What did not pass through us and was written down; nothing where visitors are not to see it. */
  recorded: number
  /** What is promised and not yet given. */
  pledged: number
  donors: number
  /** How many comments visitors can see, and the number of the newest. */
  comments: number
  newestComment: number
  /** Another one when the drive's own words, picture or goal changed. */
  version: string
}
