import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Account, BooksSay } from './account.ts'
import { AccountForm } from './account-form.tsx'
import { AccountSheet } from './account-sheet.tsx'
import type { Over } from './opening.ts'

type PartProps = { to: string; over: Over; books: BooksSay | null; account: Account | null; first?: Answer | undefined }

/** The final account on its host's page: as guests read it, and the form below. */
export function AccountPart({ to, over, books, account, first }: PartProps) {
  return (
    <Card title={<Trans>Final account</Trans>} level={3}>
      {books === null ? (
        <Soft>
          <Trans>This invitation is for no fund drive, so there is nothing to account for.</Trans>
        </Soft>
      ) : over !== 'all' ? (
        <Soft>
          <Trans>The final account opens when the last occasion is over.</Trans>
        </Soft>
      ) : (
        <div className="grid gap-6">
          <Soft>
            {account ? (
              <Trans>Your guests read this on their pages.</Trans>
            ) : (
              <Trans>Nobody reads it before you save it.</Trans>
            )}{' '}
            <Trans>What was given is from the books and can’t be typed.</Trans>
          </Soft>
          {books.cash === null && (
            <Soft>
              <Trans>The fund drive hides its recorded gifts, so guests see neither them nor what is left.</Trans>
            </Soft>
          )}
          <AccountSheet books={books} account={account ?? { lines: [], changedAt: null }} />
          <Changing>
            <section aria-labelledby="spent" className="grid gap-4 border-line border-t pt-5">
              <div>
                <h4 id="spent" className="font-semibold text-lg">
                  <Trans>What was it spent on?</Trans>
                </h4>
                <Soft>
                  <Trans>Up to 40 lines. Harambee’s fee is counted already.</Trans>
                </Soft>
              </div>
              <AccountForm to={to} account={account} first={first} />
            </section>
          </Changing>
        </div>
      )}
    </Card>
  )
}

const Soft = ({ children }: { children: React.ReactNode }) => <p className="text-muted">{children}</p>
