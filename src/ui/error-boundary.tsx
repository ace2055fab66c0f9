import { Component, type ReactNode } from 'react'

interface Props {
  /** Shown in place of what failed. */
  fallback: ReactNode
  onError?: () => void
  children: ReactNode
}

/** Keeps the failure of a part that can be done without from taking the screen along; the console has it. */
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
