import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { passOf, qrPicture } from '#app/invitations/door/pass.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, languageContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/pass.ts'
import { PassSheet } from './pass-sheet.tsx'
import './pass.css'

export const handle = { still: true }

/** A guest's pass for one occasion: what is held up at the door. A picture of the screen is as good. */
export async function loader({ params: { link, no }, context }: Route.LoaderArgs) {
  const pass = await passOf(db, link, noIn(no), namedOrigin(context.get(askedContext)))
  if (!pass) throw data(null, { status: 404 })
  const { text, occasion, ...shown } = pass
  const picture = occasion.cancelled ? null : (await qrPicture(text)).toString('base64')
  const language = context.get(languageContext)
  const when = `${dayThere(language, occasion.startsAt, occasion.zone)}, ${clockThere(language, occasion.startsAt, occasion.zone)}`
  const where = [occasion.place, occasion.landmark].filter(Boolean).join(', ')
  return { ...shown, picture, when, where, hosts: occasion.hosts, occasion: occasion.name, back: `/i/${link}` }
}

export default function PassPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { back, ...pass } = loaderData
  return (
    <main id="main" tabIndex={-1} className="pass">
      <title>{t`Pass`}</title>
      <PassSheet pass={pass} />
      <p className="pass-back">
        <a href={back}>
          <Trans>Back to the invitation</Trans>
        </a>
        <a href={`${back}/card.jpg`} download>
          <Trans>Save the card as a picture</Trans>
        </a>
      </p>
    </main>
  )
}
