import { randomUUID } from 'node:crypto'
import { answerLink, nameBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { recordCheck, revealPaper } from '#app/drives/papers/admin/papers-list.server.ts'
import { paperMost, purposes } from '#app/drives/papers/paper.ts'
import { addPaper, removePaper } from '#app/drives/papers/papers.server.ts'
import { closeSupportMessage } from '#app/drives/support/admin/messages-list.server.ts'
import { confirmNumber, endNumber } from '#app/money/institutions/admin/institutions-list.server.ts'
import { addInstitution } from '#app/money/institutions/institutions.server.ts'
import { photo as pictureOf } from '#test/pictures.ts'
import { rows } from '#test/rows.ts'
import { withdrawal } from './money-out.ts'
import { type Institution, newest, orderedOf, sentAllTheSame } from './trust-model.ts'
import { type Drive, type Operation, refused, type World } from './world.ts'

// Papers that organisers show and what administrators say of them, the answer of the one a drive is for, and institutions whose numbers
// two administrators confirm.

const isThere = async (from: string, values: unknown[]) =>
  (await rows(`select from ${from} limit 1`, values)).length > 0
const anAdmin = ({ luck, trust }: World) => ({ id: luck.oneOf([...trust.admins.keys()]), address: '' })

/** Does what a person asks for, which must be taken or refused as the model says. `about` names it. */
async function asked<Done>(
  world: World,
  { about, may, isDone, done }: { about: string; may: boolean; isDone: () => Promise<boolean>; done: () => unknown },
  run: () => Promise<Done>,
): Promise<string> {
  world.asking = { what: 'account', isDone, done }
  try {
    await run()
  } catch (error) {
    const why = refused(error)
    if (may) throw new Error(`${about}: ${why}`)
    return `${about}: ${why}`
  }
  if (!may) throw new Error(`${about} was taken, and it must not`)
  await done()
  return about
}

/** An administrator says that a paper was seen, or takes it back; now and then one who owns the drive tries to. */
const check: Operation = async (world, db) => {
  const { luck, trust, paystack } = world
  const drive = luck.oneOf(world.drives)
  const kind = luck.oneOf(['identity', 'identity', 'cause', 'payee'] as const)
  const verdict = luck.onceIn(3) ? 'back' : 'seen'
  const by = luck.onceIn(10) ? { id: drive.ownerId, address: '' } : anAdmin(world)
  const method = luck.oneOf(drive.methods)
  const about = { identity: drive.ownerId, cause: drive.id, payee: method }[kind]
  const may = by.id !== drive.ownerId && (verdict === 'seen' || newest(world, kind, about)?.verdict === 'seen')
  const before = trust.checks.length
  const own = { drive, kind, about, verdict, by: by.id, at: paystack.clock.now() } as const
  const typed = {
    purpose: kind,
    verdict,
    method: kind === 'payee' ? method : '',
    words: 'A letter of the hospital',
  } as const
  const isDone = async () => (await rows('select from drive_checks')).length > before
  const done = () => trust.checks.push(own)
  return asked(world, { about: `${kind} of ${drive.slug} is ${verdict}`, may, isDone, done }, () =>
    recordCheck(db, drive.id, typed, by),
  )
}

let picture: Promise<Buffer> | undefined

/** An owner adds a photo of a paper, or deletes one; an administrator looks at one, and the owner may not. */
const paper: Operation = async (world, db) => {
  const { luck, trust, paystack } = world
  const drive = luck.oneOf(world.drives)
  const kept = trust.photos.filter((one) => one.drive === drive && !one.isGone)
  const how = kept.length === 0 ? 'add' : luck.oneOf(['add', 'delete', 'look'] as const)
  if (how === 'add') {
    const [key, purpose, at] = [randomUUID(), luck.oneOf(purposes), paystack.clock.now()]
    picture ??= pictureOf(64, 48).jpeg().toBuffer()
    const file = new File([new Uint8Array(await picture)], 'id.jpg', { type: 'image/jpeg' })
    const today = trust.photos.filter((one) => one.drive === drive && +at - +one.at < 86_400_000)
    const may = kept.length < paperMost.photos && today.length < paperMost.aDay
    const isDone = () => isThere('papers where form_key = $1', [key])
    const done = () => trust.photos.push({ drive, key, purpose, at, isGone: false })
    return asked(world, { about: `a paper of ${drive.slug}`, may, isDone, done }, () =>
      addPaper(db, { driveId: drive.id, by: drive.ownerId, purpose, photo: file, key }),
    )
  }
  const one = luck.oneOf(kept)
  const [row] = await rows<{ id: string }>('select id from papers where form_key = $1', [one.key])
  const id = row?.id ?? randomUUID()
  if (how === 'delete') {
    const isDone = async () => !(await isThere('papers where form_key = $1', [one.key]))
    const done = () => (one.isGone = true)
    return asked(world, { about: `a paper of ${drive.slug} is deleted`, may: true, isDone, done }, () =>
      removePaper(db, drive.id, id),
    )
  }
  const by = luck.onceIn(4) ? { id: drive.ownerId, address: '' } : anAdmin(world)
  const [may, isDone, done] = [by.id !== drive.ownerId, async () => true, () => {}]
  return asked(world, { about: `a look at a paper of ${drive.slug}`, may, isDone, done }, () =>
    revealPaper(db, drive.id, id, by),
  )
}

/** An owner names the one a drive is for: now and then the same again, or a contact of their own. */
const name: Operation = async (world, db) => {
  const { luck, trust } = world
  const drive = luck.oneOf(world.drives)
  const before = trust.named.get(drive)
  const isSame = before !== undefined && luck.onceIn(3)
  const [owner] = await rows<{ email: string }>('select email from users where id = $1', [drive.ownerId])
  const isOwn = luck.onceIn(8)
  const contact = isOwn ? owner!.email : isSame ? before.contact : `mama${++trust.names}@example.test`
  const typed = { name: 'Mama Achieng', relation: luck.oneOf(['My mother', 'My aunt']), language: 'en' as const }
  const isDone = () => isThere('beneficiaries where fund_drive_id = $1 and email = $2', [drive.id, contact])
  const done = () => {
    if (trust.named.get(drive)?.contact !== contact)
      trust.named.set(drive, { name: typed.name, contact, answer: null, showsName: false })
  }
  return asked(world, { about: `${drive.slug} is for ${contact}`, may: !isOwn, isDone, done }, () =>
    nameBeneficiary(db, drive.id, { ...typed, contact: { email: contact, phone: null } }),
  )
}

/** Someone answers by a link that came by email: mostly the newest one, now and then an older one, or the organiser. */
const answer: Operation = async (world, db) => {
  const { luck, account, trust } = world
  if (account.links.length === 0) return 'no link'
  const { contact, token } = luck.oneOf(account.links.slice(-luck.oneOf([3, 30])))
  const found = [...trust.named].find(([, one]) => one.contact === contact)
  const says = luck.onceIn(3) ? 'no' : 'yes'
  const showsName = luck.onceIn(2)
  const by = luck.onceIn(8) ? (found?.[0] ?? world.drives[0]!).ownerId : undefined
  const isFirst = found !== undefined && found[1].answer === null
  const may = found !== undefined && by === undefined && (isFirst || found[1].answer === says)
  const isDone = async () => isFirst && isThere('beneficiaries where email = $1 and answer = $2', [contact, says])
  const done = async () => {
    if (!isFirst) return
    Object.assign(found[1], { answer: says, showsName: says === 'yes' && showsName })
    if (says === 'no') await denied(world, found[0])
  }
  return asked(world, { about: `${contact} says ${says}`, may, isDone, done }, () =>
    answerLink(db, token, { answer: says, showsName, by }),
  )
}

/** From here on nothing of the drive may be sent that was not on its way. */
async function denied({ trust }: World, drive: Drive): Promise<void> {
  const many = trust.letters.get(drive) ?? 0
  if (many === 0) trust.before.set(drive, await orderedOf(drive))
  trust.letters.set(drive, many + 1)
}

/** An administrator has looked into a no, and closes the letter. */
const letter: Operation = async (world, db) => {
  const { luck, trust } = world
  const open = await rows<{ id: number; drive: string }>(
    `select id::int, fund_drive_id as drive from support_messages where holds and state = 'open' order by id`,
  )
  if (open.length === 0) return 'no letter'
  const { id, ...of } = luck.oneOf(open)
  const drive = world.drives.find((one) => one.id === of.drive)!
  const wrong = await sentAllTheSame(world)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const isDone = () => isThere(`support_messages where id = $1 and state = 'closed'`, [id])
  const done = () => trust.letters.set(drive, trust.letters.get(drive)! - 1)
  return asked(world, { about: `letter ${id} is closed`, may: true, isDone, done }, () =>
    closeSupportMessage(db, id, { by: anAdmin(world), why: 'We called them' }),
  )
}

const week = 7 * 86_400_000

/** An administrator adds an institution, says that a number is right, or ends one. */
const institution: Operation = async (world, db) => {
  const { luck, trust, paystack } = world
  const open = trust.institutions.filter(({ isEnded }) => !isEnded)
  const [by, at] = [anAdmin(world), paystack.clock.now()]
  const why = 'From its bill; called back'
  if (open.length < 2 || (open.length < 4 && luck.onceIn(4))) {
    const name = `Hospital ${trust.institutions.length + 1}`
    const number = luck.onceIn(2) ? { paybill: '522522' } : { bank: 'Equity Bank', account: '0123456789', holder: name }
    const own: Institution = { id: '', name, word: { by: by.id, at }, isConfirmed: false, isEnded: false }
    const isDone = () => isThere('institutions where name = $1', [name])
    const done = async () => {
      const [row] = await rows<{ id: string }>('select id from institutions where name = $1', [name])
      trust.institutions.push({ ...own, id: row!.id })
    }
    return asked(world, { about: `${name} is added`, may: true, isDone, done }, () =>
      addInstitution(db, { name, kind: 'hospital', number, source: why }, by),
    )
  }
  const one = luck.oneOf(luck.onceIn(5) ? trust.institutions : open)
  if (luck.onceIn(8)) {
    const isDone = () => isThere('institutions where id = $1 and ended_at is not null', [one.id])
    const done = () => (one.isEnded = true)
    return asked(world, { about: `${one.name} is ended`, may: !one.isEnded, isDone, done }, () =>
      endNumber(db, one.id, { by, why }),
    )
  }
  const { word } = one
  const counts = word !== undefined && +at - +word.at < week
  const may = !one.isEnded && !one.isConfirmed && !(counts && word.by === by.id)
  const isSecond = counts && word.by !== by.id
  const isDone = () =>
    isSecond
      ? isThere('institutions where id = $1 and confirmed_at is not null', [one.id])
      : isThere(`proposals where about = 'institution' and subject = $1 and by = $2`, [one.id, by.id])
  const done = () => Object.assign(one, isSecond ? { isConfirmed: true } : { word: { by: by.id, at } })
  return asked(
    world,
    { about: `${one.name} is right, says ${trust.admins.get(by.id)}`, may, isDone, done },
    async () => {
      const is = await confirmNumber(db, one.id, { by, why })
      if (may && (is === 'done') !== isSecond) throw new Error(`${one.name} is ${is} after the word of ${word?.by}`)
    },
  )
}

/** An owner has money sent straight to an institution: mostly one that stands. */
const toInstitution: Operation = async (world, db) => {
  const { luck, trust } = world
  const standing = trust.institutions.filter(({ isConfirmed, isEnded }) => isConfirmed && !isEnded)
  const all = luck.onceIn(4) || standing.length === 0 ? trust.institutions : standing
  if (all.length === 0) return 'no institution'
  const { id } = luck.oneOf(all)
  const method = { type: 'institution', institution: id, account: `IP ${luck.whole(1, 3)}` } as const
  return withdrawal(world, db, luck.oneOf(world.drives), { method })
}

export const weightsOfTrust = {
  check: 4,
  paper: 1.5,
  'name whom it is for': 2.5,
  'answer a link': 4,
  letter: 2.5,
  institution: 5,
  'pay an institution': 6,
  withdraw: 9,
  decide: 9,
}

export const aboutTrust: Record<string, [weight: number, run: Operation]> = {
  check: [0, check],
  paper: [0, paper],
  'name whom it is for': [0, name],
  'answer a link': [0, answer],
  letter: [0, letter],
  institution: [0, institution],
  'pay an institution': [0, toInstitution],
}
