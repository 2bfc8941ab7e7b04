import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'
import type { Status } from './drive.ts'

// Words for owners, in a file of their own: visitors who only look at a drive don't fetch them.

export const driveTexts = {
  created: { title: msg`Success!`, text: msg`Your fund drive has been created successfully.` },
  createFailed: { title: msg`Failed to create fund drive. Please try again.`, tone: 'bad' },
  titleMissing: msg`Please enter a title.`,
  titleLong: msg`Please use at most 100 characters.`,
  sloganWords: msg`Campaign slogan must not exceed 10 words`,
  sloganLong: msg`Please use at most 150 characters.`,
  categoryMissing: msg`Please choose a category.`,
  goalMissing: msg`Please enter a goal amount of at least KES 1.`,
  goalTooMuch: msg`Please enter a goal amount of at most KES 10,000,000,000.`,
  endDateShape: msg`Please enter a valid date.`,
  endDatePast: msg`Please choose today or a later day.`,
  endDateFar: msg`Please choose a day before the year 2101.`,
  imageShape: msg`Please enter the address of an image, beginning with https://`,
  shortNameShape: msg`Use 3 to 40 letters a–z, digits or single hyphens.`,
  shortNameTaken: msg`This short link is taken. Please choose another.`,
  shortNames: msg`This fund drive has had 10 short links, the most it can have. You can use one of those again.`,
  locationLong: msg`Please use at most 80 characters.`,
  descriptionLong: msg`This description is too long.`,
  manyFar: msg`Please add at most 5 new pictures from other sites at once.`,
  pictureGone: msg`A picture in this text is no longer there. Please remove it and upload it again.`,
  described: { title: msg`Description updated successfully` },
  notDescribed: { title: msg`Error updating description`, tone: 'bad' },
  unverified: msg`Please confirm your email address first. Then you can start a fund drive.`,
  missing: msg`Fund Drive Not Found`,
  stale: {
    title: msg`Not saved: this was changed in another window`,
    text: msg`Copy what you wrote, load the page again, and save it then.`,
  },
  stopped: msg`An administrator has paused this fund drive. Only an administrator can open it again.`,
  goalFirst: msg`Please set a goal amount first.`,
  moneyCame: msg`This fund drive has received money, so it can't be deleted. You can complete it instead.`,
} satisfies Record<string, Words | Says>

export const campaignTexts = {
  updated: { title: msg`Settings updated successfully` },
  notUpdated: { title: msg`Error updating settings`, tone: 'bad' },
  deleted: { title: msg`Fund drive deleted` },
  notDeleted: { title: msg`Error deleting fund drive`, tone: 'bad' },
} satisfies Record<string, Says>

/** The meaning of each status for visitors. */
export const meanings: Record<Status, Words> = {
  active: msg`Everyone with the link can see it and support it.`,
  paused: msg`Hidden for now: visitors read that it may no longer be active. You can continue whenever you like.`,
  completed: msg`Finished. It no longer takes gifts; you keep everything.`,
}
