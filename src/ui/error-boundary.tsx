import { Component, type ReactNode } from 'react'

interface Props {
  /** Shown in place of what failed. */
  fallback: ReactNode
  onError?: () => void
  children: ReactNode
}

/** Isolates the failure of an optional part from its screen; the console has the error. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
