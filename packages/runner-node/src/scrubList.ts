/**
 * Variables that a hook does not get by default: they open accounts at model providers, so every hook of every repository
 * could spend the owner's money and read what the account holds, and none needs them to judge a command. Credentials
 * that hooks do use (of version control, clouds, package registries) stay. Rule: RUN-21
 */
export const scrubList: ReadonlyArray<string> = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "AZURE_OPENAI_API_KEY",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "COHERE_API_KEY",
  "CURSOR_API_KEY",
  "DEEPSEEK_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GROQ_API_KEY",
  "MISTRAL_API_KEY",
  "OPENAI_API_KEY",
  "OPENROUTER_API_KEY",
  "XAI_API_KEY"
]
