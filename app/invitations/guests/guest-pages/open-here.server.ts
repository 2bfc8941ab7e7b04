import { data, type RouterContextProvider } from 'react-router'
import { previewOfCard } from '#app/invitations/guests/card-told.server.ts'
import { gatheringAt } from '#app/invitations/guests/guest.server.ts'
import { type Reply, replies } from '#app/invitations/guests/invitation.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { nextOf } from '#app/invitations/occasions/times.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'

type Args = { request: Request; params: { slug: string }; context: Readonly<RouterContextProvider> }

/** Reads the page that everybody may open; missing if no occasion is shared. */
export async function loadOpen({ request, params: { slug }, context }: Args) {
  const seen = await gatheringAt(db, slug)
  if (!seen) return data(null, { status: 404 })
  const origin = namedOrigin(context.get(askedContext))
  const address = `${origin}/invitation/${seen.gathering.slug}`
  const preview = previewOfCard(seen.gathering, nextOf(seen.occasions))
  return data({
    ...seen,
    chosen: chosenIn(request),
    address,
    preview: { ...preview, picture: `${origin}${preview.picture}` },
    now: new Date(),
    key: crypto.randomUUID() as string,
  })
}
export type OpenLoaded = Awaited<ReturnType<typeof loadOpen>>['data']

/** Returns the reply that was pressed below the card, if there is one. */
function chosenIn({ url }: Request): { no: number; reply: Reply } | undefined {
  const { searchParams } = new URL(url)
  const reply = replies.find((one) => one === searchParams.get('reply'))
  return reply && { no: noIn(searchParams.get('no') ?? ''), reply }
}
