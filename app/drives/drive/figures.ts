/** The figures that change while people look at a public page. Everybody who does gets them: nothing private is here. */
export type PublicFigures = {
  raised: number
  /** Gifts written down that did not pass through us; 0 where visitors are not to see them. */
  recorded: number
  /** The amount promised and not yet given. */
  pledged: number
  donors: number
  /** How many comments visitors can see, and the number of the newest. */
  comments: number
  newestComment: number
  /** Changes with the drive's own words, picture or goal. */
  version: string
}
