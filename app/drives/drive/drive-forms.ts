import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { imageField as fileField, imageField } from '#app/base/pictures/picture-forms.ts'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import { isPublicHost } from '#app/kit/web-address.ts'
import * as rules from './drive.ts'
import { thanksMax } from './drive.ts'
import { driveTexts } from './drive-texts.ts'
import { paragraphsOf } from './plain-text.ts'
import { isSlug, shortNameMax, shortNameMin } from './slug.ts'

// The fields of a drive's forms, as the server reads them.

const titleField = z
  .string(said(driveTexts.titleMissing))
  .transform(oneLine)
  .pipe(z.string().min(1, said(driveTexts.titleMissing)).max(rules.titleMax, said(driveTexts.titleLong)))

const sloganField = z
  .string()
  .default('')
  .transform((text) => oneLine(text) || rules.sloganDefault)
  .pipe(
    z
      .string()
      .refine((text) => rules.countWords(text) <= rules.sloganWords, said(driveTexts.sloganWords))
      .max(rules.sloganMax, said(driveTexts.sloganLong)),
  )

const noCategory = said(driveTexts.categoryMissing)
/** One of the ten by its name, or the number of the operator's. */
const categoryField = z.union(
  [
    z.enum(Object.keys(rules.categories) as [rules.Category], noCategory),
    z
      .string(noCategory)
      .regex(/^own-[1-9]\d{0,8}$/, noCategory)
      .transform((text) => Number(text.slice(4))),
  ],
  noCategory,
)

/** The goal as typed: whether it is needed depends on another field. */
const goalField = z.string().max(100).default('').catch('?')

/** The place that a page names. Left empty it is the usual one. */
const placeField = z
  .string()
  .transform((text) => oneLine(text) || rules.locationDefault)
  .pipe(z.string().max(rules.locationMax, said(driveTexts.locationLong)))

const endDateField = z
  .string()
  .trim()
  .default('')
  .refine((text) => text === '' || isDay(text), said(driveTexts.endDateShape))
  .refine((text) => text <= rules.endDateMax, said(driveTexts.endDateFar))
  .transform((text) => text || null)

/** A picture of ours, or one elsewhere on the web, of which we keep a copy. */
export const driveImageField = z
  .string()
  .trim()
  .default('')
  .refine((text) => text === '' || isImageAddress(text), said(driveTexts.imageShape))
  .transform((text) => text || null)

const isImageAddress = (text: string) =>
  text.length <= rules.imageUrlMax &&
  !/[\s\p{Cc}\p{Cf}"'<>\\]/u.test(text) &&
  (/^\/media\/[\w./-]+$/.test(text) ? !text.includes('..') : isWebAddress(text))

function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^/]/.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return !username && !password && isPublicHost(hostname)
}

/** A box that is ticked, or not sent at all. What is neither is refused: 'true' must not mean no. */
const ticked = z
  .enum(['on', ''])
  .default('')
  .transform((value) => value === 'on')

const versionField = z.coerce.number().int().min(1).max(2_147_483_647)

const faultOfGoal = (typed: string) => (isTooMuch(typed) ? driveTexts.goalTooMuch : driveTexts.goalMissing)

/** A goal is needed while donations are collected. Checked even if other fields are invalid, so that all errors show at once. */
const goalIsThere = ({ goal, collects }: { goal: string; collects: boolean }) =>
  collects ? (centsIn(goal) ?? 0) >= rules.goalMin : true

export const createDriveForm = z
  .object({
    title: titleField,
    slogan: sloganField,
    collects: ticked,
    goal: goalField,
    category: categoryField,
    endDate: endDateField.refine((day) => day === null || day >= dayAt(new Date()), said(driveTexts.endDatePast)),
    place: placeField.optional(),
    image: driveImageField,
    /** A file sent without JavaScript. A valid one has become an address in `image` by now: a file here is invalid. */
    file: fileField.optional(),
    /** Prepared first, and published when it is ready. */
    draft: ticked,
    /** Tells a form that is sent twice from two forms. */
    key: z.uuid().optional().catch(undefined),
  })
  .refine(goalIsThere, {
    path: ['goal'],
    error: ({ input }) => said(faultOfGoal(String((input as { goal?: unknown } | undefined)?.goal))),
    when: () => true,
  })
  // The goal in cents. A goal in a hidden field counts for nothing.
  .transform(({ goal, ...typed }) => ({ ...typed, goal: typed.collects ? (centsIn(goal) ?? 0) : 0 }))

/** Whether its drive collects donations, and whether its end date may stay in the past, only the drive itself knows. */
export const infoForm = z.object({
  version: versionField,
  title: titleField,
  slogan: sloganField,
  goal: goalField.transform((typed, refused) => {
    const cents = typed.trim() ? centsIn(typed) : 0
    if (cents === undefined) refused.addIssue({ code: 'custom', message: said(faultOfGoal(typed)) })
    return cents ?? 0
  }),
  category: categoryField,
  endDate: endDateField,
  location: placeField.default(rules.locationDefault),
  image: driveImageField,
})

/** The HTML is checked where it is saved, so that no caller can go past that. */
export const descriptionForm = z
  .object({
    version: versionField,
    /** The version a person has seen and writes over, knowingly. */
    over: versionField.optional().catch(undefined),
    /** Typed without an editor, as paragraphs with empty lines between them. */
    format: z.enum(['html', 'text']).catch('html'),
    description: z.string().transform(manyLines),
  })
  .transform(({ version, over, format, description }) => ({
    version: over ?? version,
    description: (format === 'text' ? paragraphsOf(description) : description) || null,
  }))

/** The short name as people type it: in capitals, say, or with a space at its end. Left empty, the drive shares its long link. */
export const shortNameForm = z.object({
  name: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || isShortName(text), said(driveTexts.shortNameShape))
    .transform((text) => text || null),
})

const isShortName = (text: string) => isSlug(text) && text.length >= shortNameMin && text.length <= shortNameMax

const percentField = z.coerce.number().int().min(0).max(100)

/** The point of the picture that stays in sight; by the other button it is ours to choose. */
export const focusForm = z
  .object({ picture: z.string().max(rules.imageUrlMax), x: percentField, y: percentField, automatic: ticked })
  .transform(({ picture, x, y, automatic }) => ({ picture, focus: automatic ? null : { x, y } }))

export const driveStatusForm = z.object({ status: z.enum(rules.statuses) })
export const collectsForm = z.object({ collects: ticked })
export const besideForm = z.object({ shows: ticked })
export const listedForm = z.object({ listed: ticked })

/** Deleting can't be taken back, so it is asked for twice. */
export const deleteForm = z.object({ sure: z.literal('on', said(msg`Please tick this box first.`)) })

/** Words of thanks; left blank they are the usual ones. */
export const thanksForm = z.object({
  thanks: z
    .string()
    .transform(manyLines)
    .pipe(z.string().max(thanksMax, said(msg`Please use at most 300 characters.`)))
    .transform((text) => text || null),
})

/** The Info page's form. A picture is shown, elsewhere, sent along, or removed: without a script by a tick. */
export const infoPageForm = infoForm
  .extend({
    noImage: ticked,
    /** A file sent without JavaScript. A valid one has become an address in `image` by now: a file here is invalid. */
    file: imageField.optional(),
  })
  .transform(({ noImage, file: _, ...typed }) => (noImage ? { ...typed, image: null } : typed))
