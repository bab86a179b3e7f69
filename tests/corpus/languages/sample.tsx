// A little of everything in TSX.
import React, { useState } from "react";

interface Props {
  title: string;
  items?: Array<{ id: number; label: string }>;
  onPick(id: number): void;
}

type State = "idle" | "busy";

const Empty: React.FC = () => <p>Nothing here &amp; nowhere.</p>;

function Row<T extends { id: number }>({ item, pick }: { item: T; pick: (id: number) => void }) {
  return (
    <li key={item.id} onClick={() => pick(item.id)}>
      {item.id} <b className='strong'>row</b>
    </li>
  );
}

export class Panel extends React.Component<Props, { state: State }> {
  state = { state: "idle" as State };

  private toggle = async (): Promise<void> => {
    this.setState({ state: "busy" });
    await Promise.resolve();
  };

  render() {
    const { title, items = [] } = this.props;
    if (!items.length) {
      return <Empty />;
    }
    return (
      <>
        <h1 data-count={items.length} {...this.props}>{title}</h1>
        <Layout.Column width={2 * 3} wide>
          {items.map((item) => (
            <Row item={item} pick={this.props.onPick} />
          ))}
        </Layout.Column>
        {this.state.state === "busy" ? <i>busy</i> : null}
        {/* nothing more */}
      </>
    );
  }
}

export default function App({ initial }: { initial: number }): JSX.Element {
  const [count, setCount] = useState<number>(initial);
  let label = `count is ${count}`;
  for (const key in window) {
    label += key;
  }
  return <button type="button" onClick={() => setCount(count + 1)}>{label}</button>;
}
