import type { ReactNode } from 'react'

/** The frame of the screens outside the workbench: one card in the middle. */
export function Page({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="grid h-full place-content-center bg-raised p-6">
      <section className="grid w-[400px] max-w-full justify-items-start gap-4 rounded-md border border-line bg-bg p-8">
        <img src="/icon.svg" alt="" width={32} height={32} />
        <h1 className="text-display font-semibold tracking-tight">{title}</h1>
        {children}
      </section>
    </main>
  )
}
