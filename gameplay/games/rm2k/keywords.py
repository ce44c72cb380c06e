"""Short explanations of the terms on cards."""

from cards.keywords import keyword

KEYWORDS = (
    keyword(
        "RM-5.1.5",
        r"\bcost\b|\bsync",
        ("Sync", "Put the card face down on a User and pay its cost in lag. It can then be activated."),
        ("同期", "カードをユーザーの上に裏向きで置き、コスト分のラグを払うと起動できます。"),
    ),
    keyword(
        "RM-5.1.7",
        r"\blag\b",
        ("Lag", "What a User has spent. A User with as much lag as bandwidth cannot pay."),
        ("ラグ", "ユーザーが使った分です。ラグが帯域と同じになると払えません。"),
    ),
    keyword(
        "RM-3.2.1",
        r"\bbandwidth\b",
        ("Bandwidth", "What a User can pay in a turn. This much lag is removed at the start of your turn."),
        ("帯域", "1ターンに払える量です。自分のターンの始めに、この数のラグが取り除かれます。"),
        "bandwidth",
    ),
    keyword(
        "RM-1.10",
        r"\b(roleplay|otaku|argue|script|gamer)\b",
        ("Skills", "Roleplay, Otaku, Argue, Script and Gamer. A card with a skill needs a User who has it."),
        ("スキル", "ロールプレイ、オタク、議論、スクリプト、ゲーマー。カードにはそのスキルを持つユーザーが必要です。"),
        "roleplay",
        "otaku",
        "argue",
        "script",
        "gamer",
    ),
    keyword(
        "RM-6.1",
        r"(roleplay|otaku|argue|script|gamer) -(\W|$)",
        ("Immune (-)", "No card of this skill can be played on this User, or synced by this User."),
        ("無効(-)", "このスキルのカードの影響を受けず、同期もできません。"),
    ),
    keyword(
        "RM-1.7",
        r"\battach\b",
        ("Attach", "It is attached to a User and works while that User is in play."),
        ("アタッチ", "ユーザーに付けて使い、そのユーザーが場にいる間働きます。"),
    ),
    keyword(
        "RM-1.9",
        r"\bchallenge\b",
        ("Challenge", "Attackers and Defenders compare their totals of the skill. The winner gets the effect."),
        ("チャレンジ", "アタッカーとディフェンダーがスキルの合計を比べ、勝った側が効果を得ます。"),
        "strength",
        "armour",
    ),
    keyword(
        "RM-1.2",
        r"\breact\b",
        ("React", "An Event that is played in answer to something, also in another player's turn."),
        ("リアクト", "何かに応じてプレイするイベントです。相手のターンにも使えます。"),
    ),
    keyword(
        "RM-6.7.1",
        r"\blimbo\b|\buser, ",
        ("Limbo", "An activated User waits in Limbo and enters play in the Draw Phase."),
        ("リンボ", "起動したユーザーはリンボで待ち、ドローフェイズに場に出ます。"),
    ),
    keyword(
        "RM-4.1.5",
        r"\bgoal\b",
        ("Goal", "If it is reached, it is claimed in a Victory Phase: it wins the game, or gives the VP named."),
        ("目標", "達成するとビクトリーフェイズに宣言でき、ゲームに勝つか、書かれた勝利点を得ます。"),
    ),
    keyword(
        "RM-3.5.2",
        r"\bVP\b",
        ("Victory points (VP)", "Ten or more at the end of a Victory Phase win the game."),
        ("勝利点(VP)", "ビクトリーフェイズの終わりに10点以上あれば勝ちます。"),
    ),
)
