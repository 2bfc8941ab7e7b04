import { Trans } from '@lingui/react/macro'

/** The last message of thanks, on the guest's page. */
export function ThanksSeen({ page, hosts, words }: { page: string; hosts: string; words: string }) {
  return (
    <section aria-labelledby="thanks" className="grid gap-2">
      <h2 id="thanks" className="text-2xl">
        <Trans comment="The large word on a card of thanks. It is the same in English.">Asante</Trans>
      </h2>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {words}
      </p>
      <p dir="auto" className="wrap-anywhere text-muted">
        {hosts}
      </p>
      <p>
        <a href={`${page}/thanks.jpg`} download className="inline-flex min-h-11 items-center text-link underline">
          <Trans>Save the card of thanks as a picture</Trans>
        </a>
      </p>
    </section>
  )
}
