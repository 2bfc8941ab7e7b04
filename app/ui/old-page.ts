// A page that stays open while a newer version of the product takes over: what it has not fetched yet is gone.

type Known = { __reactRouterManifest?: { url?: string } }

/** Whether the files of this page are gone from a server that can be reached. */
export async function isOldPage(): Promise<boolean> {
  const { __reactRouterManifest: manifest } = window as Known
  return Boolean(manifest?.url) && (await statusOf(manifest!.url!)) === 404
}

/** What a server that can be reached says of a file. */
export const statusOf = async (file: string): Promise<number | undefined> =>
  (await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))?.status

/** A form is told, so that what was kept of it goes. */
export const submittedByBrowser = 'sent-plainly'

/** The server does what a form asks without any script of ours, and answers with a page of today. */
export function submitByBrowser(form: HTMLFormElement, button: HTMLElement | null): void {
  const { name, value } = (button ?? {}) as Partial<HTMLButtonElement>
  if (name) {
    const pressed = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
    form.append(pressed)
  }
  // Nothing is left unsaved by this leaving.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  form.dispatchEvent(new Event(submittedByBrowser))
  HTMLFormElement.prototype.submit.call(form)
}
