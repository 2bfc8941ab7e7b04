import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { HostContact } from './host-contact.tsx'

type GuestPageProps = { top: ReactNode; card: ReactNode; children: ReactNode }

/** The page of an invitation: on phones everything else is below the card, on wide screens beside it. */
export const GuestPage = ({ top, card, children }: GuestPageProps) => (
  <main
    id="main"
    tabIndex={-1}
    className="mx-auto max-w-[36rem] pb-10 lg:grid lg:max-w-[68rem] lg:grid-cols-[27rem_minmax(0,1fr)] lg:items-start lg:gap-x-14 lg:px-8 lg:pt-8"
  >
    <div className="lg:col-span-2">{top}</div>
    <div className="lg:sticky lg:top-8">{card}</div>
    <div className="grid gap-8 px-4 pt-4 *:min-w-0 lg:px-0 lg:pt-0">{children}</div>
  </main>
)

/** The hosts' words from their card, for phones; wide screens show them on the card. */
export const HostsWords = ({ words }: { words: string }) =>
  words && (
    <p dir="auto" className="whitespace-pre-line text-lg lg:hidden">
      {words}
    </p>
  )

/** The hosts' words to this guest in the invitation. */
export const InvitedWith = ({ hosts, words }: { hosts: string; words: string }) => (
  <figure className="border-edge border-l-4 pl-4">
    <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line">
      {words}
    </blockquote>
    <figcaption dir="auto" className="wrap-anywhere text-muted">
      {hosts}
    </figcaption>
  </figure>
)

export const Questions = ({ name, phone }: { name: string; phone: string }) => (
  <section aria-labelledby="questions" className="grid gap-1">
    <h2 id="questions" className="text-2xl">
      <Trans>Questions?</Trans>
    </h2>
    <HostContact name={name} phone={phone} />
  </section>
)
