// What a row of the matrix is made of: who asks, what they are answered, and the kinds of addresses there are.

/** A person who asks. An expired session is nobody's any more. */
export const roles = ['visitor', 'expired', 'other', 'treasurer', 'secretary', 'owner', 'admin'] as const
export type Role = (typeof roles)[number]
/** Everybody who asks: also a helper of an invitation who is none of its drive. */
export const askers = [...roles, 'helper'] as const
export type Asker = (typeof askers)[number]
/** 'yes' is any answer below 400, 'auth' the way to signing in, a number that status. */
export type Answer = 'yes' | 'auth' | number
/** `helper`: a helper of the invitation alone, where they are answered otherwise than a drive's secretary. */
export type Answers = Record<Role, Answer> & { helper?: Answer }

export const everybody: Answers = {
  visitor: 'yes',
  expired: 'yes',
  other: 'yes',
  treasurer: 'yes',
  secretary: 'yes',
  owner: 'yes',
  admin: 'yes',
}
export const nobody = (status: number): Answers => ({
  visitor: status,
  expired: status,
  other: status,
  treasurer: status,
  secretary: status,
  owner: status,
  admin: status,
})
/** Signed in; nobody sees but what is theirs, as all of it is found through them. */
export const people: Answers = { ...everybody, visitor: 'auth', expired: 'auth' }
/** Administrators read what is an owner's, with a line in the audit log where it names people, and change nothing. */
export const owner: Answers = { ...people, other: 404, treasurer: 404, secretary: 404 }
/** The owner's, and what a treasurer may as well. */
export const helped: Answers = { ...owner, treasurer: 'yes' }
/** What every helper may as well. */
export const shared: Answers = { ...helped, secretary: 'yes' }
/** The owner's, and what a secretary may as well. */
export const hosted: Answers = { ...owner, secretary: 'yes' }
/** The back office. */
export const admin: Answers = { ...people, other: 403, treasurer: 403, secretary: 403, owner: 403 }

/** A drive with one of everything, by id. What only has to do with money is made for the pages of the back office alone. */
export type Drive = {
  id: string
  slug: string
  image: string
  video: string
  picture: string
  comment: string
  visit: string
  preview: string
  /** What its owner wrote about it. */
  update: string
  /** A photo of a paper that its owner added. */
  paper: string
  /** The slug of its invitation, which has an occasion, and a guest. */
  gathering: string
  guest: string
  occasion: string
  /** A photo of a post to its guests, about which one of them asked. */
  photo: string
  /** Its owner. */
  person: string
}
export type Made = Drive & {
  dispute: string
  payment: string
  donation: string
  payout: string
  /** A receipt of a withdrawal that was sent before. */
  receipt: string
  method: string
  bystander: string
  /** A comment that looks like spam. */
  quarantined: string
  supportMessage: string
  /** Dollars that nobody can place, and the discrepancy that tells of them. */
  money: string
  discrepancy: string
  /** Shillings that came to our Paybill under a name that nobody knows. */
  byHand: string
  /** A gift by M-Pesa, and a claim about it with other digits. */
  claimed: string
  claim: string
  /** A statement that waits for a second administrator. */
  statement: string
  /** The same that an administrator is sending back. */
  goingBack: string
}
/** Whether a form action of the back office asks for a password or code of the last ten minutes. */
type Asks = 'password' | 'nothing'
type Fields = Record<string, string | Blob>
export type Row = {
  get?: Answers
  /** While the drive is paused. */
  paused?: Answers
  /** While the drive has no views left. */
  usedUp?: Answers
  /** A form action: what is sent, and who may. */
  post?: { who: Answers; sent: (drive: Drive, mine: Drive) => Fields }
  /** An address of the back office: which of the made things each part of it (`:id`) stands for. */
  office?: { for: Partial<Record<string, keyof Made>>; sent?: (made: Made) => Fields; asks?: Asks }
}

export const see = (get: Answers): Row => ({ get })
/** A page of the owner's with a form action of its own. */
export const page = (
  sent: (drive: Drive, mine: Drive) => Fields,
  done: Answer = 'yes',
  read: Answers = owner,
): Row => ({
  ...see(read),
  ...formAction(sent, done),
})
/** A form that only an owner can want: administrators don't even see it. */
export const ownersOnly: Answers = { ...owner, admin: 403 }
/** The same, and a secretary's. */
export const hostsOnly: Answers = { ...hosted, admin: 403 }
/** A form action of the owner's without a page: the person who goes there is told that there is none. */
export const formAction = (sent: (drive: Drive, mine: Drive) => Fields, done: Answer = 'yes'): Row => ({
  post: { who: { ...ownersOnly, owner: done }, sent },
})
/** A form action that a treasurer does as well. */
export const helpersAction = (sent: (drive: Drive, mine: Drive) => Fields, done: Answer = 'yes'): Row => ({
  post: { who: { ...ownersOnly, owner: done, treasurer: done }, sent },
})
/** A page about one pledge of a drive and its form action, for a pledge that is not there. */
export const ofNoPledge = (sent: Record<string, string>): Row => ({
  get: { ...ownersOnly, treasurer: 404, owner: 404 },
  ...helpersAction(() => ({ pledge: '999999999', ...sent }), 404),
})
/** A form action about the guests of a drive, which a secretary does as well. */
export const hostsAction = (sent: (drive: Drive, mine: Drive) => Fields, done: Answer = 'yes'): Row => ({
  post: { who: { ...ownersOnly, owner: done, secretary: done }, sent },
})
/** A page about them with a form action of its own. */
export const hostsPage = (
  sent: (drive: Drive, mine: Drive) => Fields,
  done: Answer = 'yes',
  read: Answers = hosted,
): Row => ({
  ...see(read),
  ...hostsAction(sent, done),
})
/**
 * A page or a file of the office. Parts of its address such as `:id` stand for something that was made: say which, as in
 * officePage({ id: 'payout' }); whatever is not there must be missing.
 */
export const adminPage = (parts: Partial<Record<string, keyof Made>> = {}): Row => ({
  ...see(admin),
  office: { for: parts },
})
/** A form action of the back office: what is sent, and how it ends for an administrator. */
export const adminAction = (
  sent: (made: Made) => Fields,
  {
    done = 'yes',
    asks = 'password',
    ...parts
  }: { done?: Answer; asks?: Asks } & Partial<Record<string, keyof Made | Answer | Asks>> = {},
): Row => ({
  post: { who: { ...admin, admin: done }, sent: () => ({}) },
  office: { for: parts as Partial<Record<string, keyof Made>>, sent, asks },
})
/** A dialog of the back office with an address of its own, and what it decides. */
export const adminBoth = (sent: (made: Made) => Fields, how: Parameters<typeof adminAction>[1] = {}): Row => {
  const { done: _, asks: __, ...parts } = how
  return { ...adminPage(parts as Partial<Record<string, keyof Made>>), ...adminAction(sent, how) }
}
