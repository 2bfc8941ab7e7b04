// Pages that stay open while a newer version is deployed: files that they have not loaded yet are gone.

type Known = { __reactRouterManifest?: { url?: string } }

/** Checks whether the files of this page are gone from a server that can be reached. */
export async function isOldPage(): Promise<boolean> {
  const { __reactRouterManifest: manifest } = window as Known
  return Boolean(manifest?.url) && (await statusOf(manifest!.url!)) === 404
}

/** Returns the status of a file, from a server that can be reached. */
export const statusOf = async (file: string): Promise<number | undefined> =>
  (await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined))?.status

/** The event that tells a form to remove its draft. */
export const submittedByBrowser = 'sent-plainly'

/** Sends a form without any script of ours; the server answers with a page of the new version. */
export function submitByBrowser(form: HTMLFormElement, button: HTMLElement | null): void {
  const { name, value } = (button ?? {}) as Partial<HTMLButtonElement>
  if (name) {
    const pressed = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
    form.append(pressed)
  }
  // Nothing is left unsaved by this navigation.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  form.dispatchEvent(new Event(submittedByBrowser))
  HTMLFormElement.prototype.submit.call(form)
}
