'use client';

import { Component, type ReactNode } from 'react';

/** Shows nothing where a child fails. Keeps an error that was thrown for its status alone away from Next's boundaries. */
export class Quiet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
