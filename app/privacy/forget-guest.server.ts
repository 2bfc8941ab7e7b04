import { numberOf, supporterAt } from '#app/invitations/guests/guest.server.ts'
import { lockGuest } from '#app/invitations/guests/host.server.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo } from '#app/platform/db.server.ts'
import { forgetMailsTo } from '#app/platform/mail/mail.server.ts'
import { forgetSupporters } from './forget-supporters.server.ts'

// Forgets one guest, at the request of the guest, who holds the link, or of the host, whom they asked.

/** The guest's proof: the last digits of their number or, if nobody has it, their word. */
type Asked = { end: string; sure: boolean }

function refuseOthers(phone: string | null, { end, sure }: Asked): void {
  if (phone && end !== phone.slice(-4)) throw new Refusal(invitationTexts.otherEnd, { status: 422, field: 'end' })
  if (!phone && !sure) throw new Refusal(invitationTexts.sureMissing, { status: 422, field: 'sure' })
}

/** Forgets the guest who holds this link, at their own wish. */
export async function forgetByLink(db: Db, link: string, asked: Asked, now = new Date()): Promise<void> {
  const addresses = await inOneGo(db, async (tx) => {
    const supporter = isLink(link) ? await supporterAt(tx, link) : undefined
    if (!supporter) throw new Refusal(invitationTexts.missing, { status: 404 })
    refuseOthers(numberOf(supporter), asked)
    return forgetSupporters(tx, [supporter.id], { now, comes: false })
  })
  for (const address of addresses) await forgetMailsTo(address)
}

/** Takes a person off the host's list, as that person asked. */
export async function forgetGuest(db: Db, mine: Hosting, id: string, now = new Date()): Promise<void> {
  const addresses = await changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, id)
    return forgetSupporters(tx, [id], { now, comes: true })
  })
  for (const address of addresses) await forgetMailsTo(address)
}
