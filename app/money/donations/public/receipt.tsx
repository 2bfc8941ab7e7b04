import { useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { receiptOf } from '#app/money/donations/receipt.server.ts'
import { ReceiptSheet } from '#app/money/donations/receipt.tsx'
import { db } from '#app/platform/db.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import type { Route } from './+types/receipt.ts'

/** Headers of the page. Anyone who has its address may read it, so no cache keeps it and no referrer names it. */
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

export async function loader({ params }: Route.LoaderArgs) {
  const receipt = (await receiptOf(db, params.receipt)) ?? null
  return data({ receipt }, { status: receipt ? 200 : 404, headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function ReceiptPage({ loaderData: { receipt } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { language, supportUrl } = useVisitor()
  if (!receipt) return <NotFound />
  return (
    <>
      <title>{`${t`Receipt`} ${receipt.number} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <ReceiptSheet receipt={receipt} title={receipt.title} language={language} supportUrl={supportUrl} />
    </>
  )
}
