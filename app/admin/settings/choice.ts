import { msg } from '@lingui/core/macro'
import type { FactWords, NounWords } from '#app/base/audit/audit.ts'
import type { ChoiceName, LandingFigures, SwitchPosition, ViewLock } from '#app/kit/choices.ts'
import type { Says, Words } from '#app/kit/says.ts'

export const choiceTexts = {
  wrong: msg`This value is not possible here.`,
  wrongColour: msg`Type a colour such as #14532f. White text on it needs a contrast of 4.5 or more: choose a darker one.`,
  unchanged: msg`This is already the value.`,
  notSaidTrue: msg`Please tick that these figures are true.`,
  saved: { title: msg`Setting saved`, text: msg`It applies from now on. Existing agreements don’t change.` },
  failed: { title: msg`The setting could not be saved` },
} satisfies Record<string, Says | Words>

/** The choice of earlier versions, in the audit log. */
const feePolicyWords: Record<string, Words> = {
  withhold_at_payout: msg`5%, withheld when the owner withdraws`,
  platform_absorbs: msg`No fee: the platform pays its costs`,
}

const viewLockWords: Record<ViewLock, Words> = {
  closes: msg`The story closes; giving goes on`,
  stays_open: msg`The story stays open`,
}

const landingFiguresWords: Record<LandingFigures, Words> = {
  spec: msg`The texts below`,
  counted: msg`Counted in the books`,
  hidden: msg`Not shown`,
}

const supportClaimWords: Record<SwitchPosition, Words> = {
  on: msg`Shown`,
  off: msg`Not shown`,
}

const paywallWords: Record<SwitchPosition, Words> = {
  on: msg`On: each visit uses a view, and owners buy more`,
  off: msg`Off: every page is open, and nothing is sold`,
}

/** The words of the audit log for every switch. */
const switchWords: Record<SwitchPosition, Words> = { on: msg`On`, off: msg`Off` }

/** The choices that have a few fixed values, and the words for each value. */
export const choiceWords: Partial<Record<ChoiceName, Record<string, Words>>> = {
  VIEWS_PAYWALL: paywallWords,
  VIEW_LOCK: viewLockWords,
  LANDING_FIGURES: landingFiguresWords,
  SUPPORT_CLAIM: supportClaimWords,
}

export const feeTexts = {
  label: msg`Fee of new fund drives`,
  hint: msg`In percent of each gift, from 0 to 15, such as 2.75. Fund drives that exist keep the fee they were opened with. Where there is another administrator, two decide.`,
  wrong: msg`Enter a percentage from 0 to 15 with at most two decimals.`,
} satisfies Record<string, Words>

/** The name of the fee where it is a subject: in the audit log, and of a decision that waits. */
export const feeSubject = 'FEE'

type Told = { label: Words; hint: Words }
/** The choices, in the order of the page. */
export const choiceGroups: { title: Words; choices: Partial<Record<ChoiceName, Told>> }[] = [
  {
    title: msg`Money`,
    choices: {
      VIEWS_PAYWALL: {
        label: msg`Views are paid for`,
        hint: msg`Off: visits cost no views, owners read nothing about views that are left or bought, and views that they have stay. On again: as before.`,
      },
      VIEW_LOCK: {
        label: msg`When the views of a fund drive are used up`,
        hint: msg`How many views a new fund drive has is chosen in the Free package, under Views.`,
      },
      USD_KES_RATE: {
        label: msg`Shillings to the dollar`,
        hint: msg`What packages of views cost in KSH. From 1 to 100,000.`,
      },
      NEW_METHOD_HOLD_HOURS: {
        label: msg`Waiting time of a new withdrawal method (hours)`,
        hint: msg`Time for its owner to notice. From 0 to 720.`,
      },
      REFUND_DAYS: {
        label: msg`Days in which givers can ask for a gift back`,
        hint: msg`While its fund drive still holds it. From 0, which is never, to 60.`,
      },
      SECOND_ADMIN_ABOVE: {
        label: msg`Second administrator above`,
        hint: msg`Above this sum in KSH two administrators decide about payouts, settlements, unplaced M-Pesa money and M-Pesa statements. Two also decide about new and restored administrators, and changes of this sum. Empty: never.`,
      },
      SENT_BEFORE_IDENTITY: {
        label: msg`Sent before the identity was seen`,
        hint: msg`What one fund drive can be sent, in KSH, before you have seen its owner’s identity under Papers. Where two administrators decide, two decide about this sum. Empty: any sum.`,
      },
    },
  },
  {
    title: msg`Words`,
    choices: {
      BRAND_NAME: {
        label: msg`Name of the product`,
        hint: msg`It is shown on pages, in emails, texts, calendars and authenticator apps. Up to 30 characters, without < > : " and \\.`,
      },
      BRAND_COLOUR: {
        label: msg`Colour of the product`,
        hint: msg`Such as #14532f: a colour on which white text reads well.`,
      },
      SUPPORT_URL: {
        label: msg`Support address`,
        hint: msg`Where Talk to Support leads: an address that begins with mailto: or https:`,
      },
      LANDING_FIGURES: {
        label: msg`Figures on the landing page`,
        hint: msg`Counted figures are rounded down and a few minutes old. Each is hidden until it reaches KES 100,000, 10 campaigns or 2 countries.`,
      },
      LANDING_RAISED: { label: msg`Funds raised, on the landing page`, hint: msg`Such as 10M+.` },
      LANDING_CAMPAIGNS: { label: msg`Campaigns, on the landing page`, hint: msg`Such as 50K+.` },
      LANDING_COUNTRIES: { label: msg`African countries, on the landing page`, hint: msg`Such as 15+.` },
      SUPPORT_CLAIM: {
        label: msg`24/7 support, on the landing page`,
        hint: msg`Say it only if a person of yours answers at any time of day and night. The form that writes to you promises an answer within one working day by the same setting.`,
      },
    },
  },
  {
    title: msg`Limits`,
    choices: {
      DONATIONS_A_MINUTE: {
        label: msg`Donations started in a minute`,
        hint: msg`From one network address. From 1 to 1,000.`,
      },
      PROMPTS_IN_TEN_MINUTES: {
        label: msg`M-Pesa requests in ten minutes`,
        hint: msg`From one network address, which many phones of one company share. From 1 to 10,000.`,
      },
      COMMENTS_IN_TEN_MINUTES: {
        label: msg`Comments in ten minutes`,
        hint: msg`From one network address. From 1 to 10,000.`,
      },
      VISITS_AN_HOUR: { label: msg`Visits booked in an hour`, hint: msg`From one network address. From 1 to 10,000.` },
      SIGN_UPS_AN_HOUR: {
        label: msg`Accounts made in an hour`,
        hint: msg`From one network address. From 1 to 10,000.`,
      },
      WITHDRAWALS_AN_HOUR: { label: msg`Withdrawals asked for in an hour`, hint: msg`By one person. From 1 to 1,000.` },
      SMS_A_DAY: {
        label: msg`Receipts and notices texted in a day`,
        hint: msg`Each costs money. What is over it waits until the next morning. From 0 to 100,000.`,
      },
      GUEST_TEXTS_A_DAY: {
        label: msg`Texts to guests in a day`,
        hint: msg`Of all hosts together; one host has at most 200 of them. What is over it waits until the next morning. From 0 to 100,000.`,
      },
      UPDATE_TEXTS_A_DAY: {
        label: msg`Texts about updates in a day`,
        hint: msg`For all fund drives together, to followers without an email address. What is over it waits until the next morning. From 0 to 100,000.`,
      },
      CODES_A_DAY: {
        label: msg`Sign-in codes texted in a day`,
        hint: msg`To phones that have an account. When they are used up, people sign in with their email address. From 0 to 100,000.`,
      },
      SIGN_UP_CODES_A_DAY: {
        label: msg`Sign-up codes texted in a day`,
        hint: msg`To phones of people who sign up, or confirm a number. When they are used up, people sign up with an email address. From 0 to 100,000.`,
      },
      SMS_GIFTS_FROM: {
        label: msg`Gifts are thanked for by text from`,
        hint: msg`The smallest gift by M-Pesa, in KSH. A text costs about 1 KSH. Empty: never.`,
      },
    },
  },
]

// This noun's declarations for other features; see docs/develop/decisions/0006.

const acts = {
  'setting changed': msg`Changed a setting`,
  'setting asked': msg`Asked for a setting: needs a second administrator`,
} satisfies Record<string, Words>

const nouns = {
  setting: { name: msg`Settings`, page: '/admin/settings' },
} satisfies Record<string, NounWords>

const facts = {
  value: {
    name: msg`Value`,
    values: { ...feePolicyWords, ...viewLockWords, ...landingFiguresWords, ...switchWords },
  },
  saidTrue: { name: msg`Said to be true` },
} satisfies Record<string, FactWords>

/** This noun's declarations, for app/admin/declared.ts. */
export const adminSettingsDeclared = { acts, nouns, facts }

declare module '#app/base/audit/audit.ts' {
  interface Acts extends Record<keyof typeof acts, Words> {}
  interface Nouns extends Record<keyof typeof nouns, NounWords> {}
  interface FactNames extends Record<keyof typeof facts, FactWords> {}
}
