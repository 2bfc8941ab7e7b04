import { data, redirect } from 'react-router'
import type { CardShape } from '#app/invitations/cards/card.ts'
import { generalAnswer, picturePath } from '#app/invitations/cards/pictures.server.ts'
import { generalCards } from '#app/invitations/guests/card-told.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/card-picture.ts'

/** Serves the card for everybody, and the preview in chats. Neither they nor their addresses have a guest's name. */
export async function loader({ params: { slug, file }, url, context }: Route.LoaderArgs) {
  const shape: CardShape = url.pathname.includes('/preview/') ? 'preview' : 'card'
  const found = await generalCards(db, slug)
  // Without an open link the version is a secret, which only the guests' own pages contain.
  const asked = found?.cards.find((card) => picturePath(slug, shape, card).endsWith(`/${file}`))
  if (asked) return generalAnswer(asked, shape, context.get(askedContext).address, forEverybody)
  if (!found?.shared) throw data(null, { status: 404 })
  throw redirect(picturePath(slug, shape, found.next), { headers: { 'cache-control': 'no-cache' } })
}

const forEverybody = {
  'cache-control': 'public, max-age=86400',
  // Other sites may embed the picture: chats show it.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
}
