import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { linkToAnswer } from '#app/invitations/door/keys.server.ts'
import { passIn } from '#app/invitations/door/pass.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/pass-scanned.ts'
import './pass.css'

export const handle = { static: true }

/** The page that a plain camera opens: a guest without an answer is led to their page; nobody else learns whose pass it is. */
export async function loader({ params: { pass } }: Route.LoaderArgs) {
  if (!passIn(pass)) throw data(null, { status: 404 })
  const link = await linkToAnswer(db, pass)
  return link ? redirect(`/i/${link}`, 303) : null
}

export default function ScannedPass() {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1} className="pass">
      <title>{t`Pass`}</title>
      <h1 className="pass-name">
        <Trans>A pass. Show it at the door.</Trans>
      </h1>
    </main>
  )
}
