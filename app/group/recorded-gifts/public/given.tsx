import { useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { givenAt } from '#app/group/recorded-gifts/given.server.ts'
import { GivenSheet } from '#app/group/recorded-gifts/given-sheet.tsx'
import { db } from '#app/platform/db.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import type { Route } from './+types/given.ts'

/** Headers for a page that a person may read by its address alone: no cache keeps it, and no other site learns it. */
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

export async function loader({ params }: Route.LoaderArgs) {
  const given = (await givenAt(db, params.receipt)) ?? null
  return data({ given }, { status: given ? 200 : 404, headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function GivenPage({ loaderData: { given } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { language } = useVisitor()
  if (!given) return <NotFound />
  return (
    <>
      <title>{`${t`Receipt of a recorded gift`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <GivenSheet given={given} title={given.title} language={language} />
    </>
  )
}
