/** What changes on a public page while people look at it. It goes to everybody who does: nothing private is here. */
export type Figures = {
  raised: number
  donors: number
  /** How many comments visitors can see, and the number of the newest. */
  comments: number
  newestComment: number
  /** Another one when the drive's own words, picture or goal changed. */
  version: string
}
