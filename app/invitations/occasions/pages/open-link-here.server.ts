import { picturePath } from '#app/invitations/cards/pictures.server.ts'
import { qrPicture } from '#app/invitations/door/pass.server.ts'
import { generalCards } from '#app/invitations/guests/card-told.server.ts'
import type { HostedGathering } from '#app/invitations/occasions/gathering.server.ts'
import { db } from '#app/platform/db.server.ts'

/** Returns the things that a host shares so that anybody may answer: the link, its QR code, and the card as a picture. */
export async function openLinkHere({ slug, title }: HostedGathering, origin: string) {
  const link = `${origin}/invitation/${slug}`
  const [code, cards] = await Promise.all([qrPicture(link), generalCards(db, slug)])
  const qr = `data:image/png;base64,${code.toString('base64')}`
  return { link, title, qr, picture: cards ? picturePath(slug, 'card', cards.next) : null }
}
