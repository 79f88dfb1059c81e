/** Variables that are kept from hooks for one reason. Names, or patterns with `*`. */
export interface ScrubGroup {
  readonly what: string
  readonly why: string
  readonly names: ReadonlyArray<string>
}

/**
 * What a hook does not get by default, and why. Each of them opens an account that a hook does not need to judge a command,
 * while every hook of every repository could use it. Credentials that hooks do use (of version control, clouds, package
 * registries) stay: `GITHUB_TOKEN`, `AWS_SECRET_ACCESS_KEY`, `NPM_TOKEN`. Nothing is guessed from the form of a name: a hook
 * that asks a model itself gets its key under a name of its own, or passed through. Rule: RUN-34
 */
export const scrubGroups: ReadonlyArray<ScrubGroup> = [
  {
    what: "accounts at model providers",
    why: "a hook could spend the owner's money and read what the account holds",
    names: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "ANTHROPIC_AWS_API_KEY",
      "ANTHROPIC_FOUNDRY_API_KEY",
      "AWS_BEARER_TOKEN_BEDROCK",
      "AZURE_OPENAI_API_KEY",
      "AZURE_OPENAI_KEY",
      "BASETEN_API_KEY",
      "CEREBRAS_API_KEY",
      "COHERE_API_KEY",
      "DASHSCOPE_API_KEY",
      "DEEPINFRA_API_KEY",
      "DEEPSEEK_API_KEY",
      "FIREWORKS_API_KEY",
      "GEMINI_API_KEY",
      "GOOGLE_API_KEY",
      "GOOGLE_GENERATIVE_AI_API_KEY",
      "GROQ_API_KEY",
      "HF_TOKEN",
      "HUGGINGFACEHUB_API_TOKEN",
      "HUGGINGFACE_API_KEY",
      "MISTRAL_API_KEY",
      "MOONSHOT_API_KEY",
      "NEBIUS_API_KEY",
      "NVIDIA_API_KEY",
      "OPENAI_ADMIN_KEY",
      "OPENAI_API_KEY",
      "PERPLEXITY_API_KEY",
      "PPLX_API_KEY",
      "REPLICATE_API_TOKEN",
      "SAMBANOVA_API_KEY",
      "TOGETHERAI_API_KEY",
      "TOGETHER_API_KEY",
      "WATSONX_APIKEY",
      "XAI_API_KEY"
    ]
  },
  {
    what: "gateways to many providers",
    why: "one key opens all accounts behind the gateway, and its log of prompts",
    names: [
      "AI_GATEWAY_API_KEY",
      "ANTHROPIC_CUSTOM_HEADERS",
      "LITELLM_API_KEY",
      "OPENROUTER_API_KEY",
      "OPEN_ROUTER_API_KEY"
    ]
  },
  {
    what: "agents and their sessions",
    why: "a hook could speak as the agent that it judges, or start another one in the owner's name",
    names: [
      "AMP_API_KEY",
      "CLAUDE_CODE_*_TOKEN",
      "CLAUDE_CODE_CLIENT_KEY_PASSPHRASE",
      "CODEX_ACCESS_TOKEN",
      "CODEX_API_KEY",
      "COPILOT_GITHUB_TOKEN",
      "CURSOR_API_KEY",
      "FACTORY_API_KEY"
    ]
  }
]

/** All names and patterns of the {@link scrubGroups}. Rule: RUN-34 */
export const scrubList: ReadonlyArray<string> = scrubGroups.flatMap(({ names }) => names)
