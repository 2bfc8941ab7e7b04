import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { qrPicture } from '#app/base/pictures/qr.server.ts'
import { passOf } from '#app/invitations/door/pass.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, languageContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/pass.ts'
import './pass.css'
import { Plural } from '@lingui/react/macro'

export const handle = { static: true }

/** Loads a guest's pass for one occasion, to show at the door. A screenshot works as well. */
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

type Shown = {
  name: string
  code: string
  people: number
  /** A PNG, as base64; null if the occasion was cancelled. */
  picture: string | null
  when: string
  /** Place and landmark; empty where none is named. */
  where: string
  hosts: string
  occasion: string
}

/** The pass, black on white in every theme: cameras read that best. */
function PassSheet({ pass: { name, code, people, picture, when, where, hosts, occasion } }: { pass: Shown }) {
  const { t } = useLingui()
  return (
    <div className="pass-sheet">
      <p className="pass-occasion" dir="auto">
        {occasion}
      </p>
      <p dir="auto">{hosts}</p>
      <p>{when}</p>
      {where && <p dir="auto">{where}</p>}
      {picture ? (
        <>
          <img src={`data:image/png;base64,${picture}`} width={424} height={424} alt={t`The code of your pass`} />
          <p className="pass-code">{code}</p>
        </>
      ) : (
        <p className="pass-cancelled" role="status">
          <Trans>This occasion was cancelled. The pass opens no door.</Trans>
        </p>
      )}
      <h1 className="pass-name" dir="auto">
        {name}
      </h1>
      <p>
        <Plural value={people} one="# person" other="# people" />
      </p>
      {picture && (
        <p className="pass-hint">
          <Trans>Your pass. A screenshot is enough.</Trans>
        </p>
      )}
    </div>
  )
}
