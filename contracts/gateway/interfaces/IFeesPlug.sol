// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Contract that accepts deposits and pays out fees on a chain
/// @notice Deposits are in the token's smallest unit, credits have 18 decimals: 1000000 of a token of 6 decimals become
/// 1000000000000000000 credits. What one side can't express is rounded off, never in favor of who deposits or is paid.
interface IFeesPlug {
    /// @notice Deposits `amount` of a whitelisted token from the caller for `receiver`, who gets credits on the gateway
    /// chain.
    /// @param amount Amount in the token's smallest unit.
    function depositCredit(address token, address receiver, uint256 amount) external;

    /// @notice Deposits like {depositCredit}, but a tenth of the amount becomes native tokens of the gateway chain.
    function depositCreditAndNative(address token, address receiver, uint256 amount) external;

    /// @notice Deposits like {depositCredit}, but the whole amount becomes native tokens of the gateway chain.
    function depositToNative(address token, address receiver, uint256 amount) external;

    /// @notice Pays out a withdrawal of `amount` credits. Only the fees manager can call it, through the socket.
    function withdrawFees(address token, address receiver, uint256 amount) external;

    /// @notice Pays a transmitter `amount` credits. Only the fees manager can call it, through the socket.
    function distributeFee(address token, address transmitter, uint256 amount) external;

    /// @notice Returns whether a token is accepted for deposits.
    function isTokenWhitelisted(address token) external view returns (bool);

    /// @notice Returns what {isTokenWhitelisted} does.
    function whitelistedTokens(address token) external view returns (bool);

    /// @notice Accepts a token for deposits. Only the owner can call it.
    function whitelistToken(address token) external;

    /// @notice Emitted when a token is accepted for deposits.
    event TokenWhitelisted(address token);
    /// @notice Emitted when a deposit arrives. Once the watcher has seen it, the gateway chain credits `creditAmount`
    /// to `receiver` and pays `nativeAmount` wei in its native token.
    event FeesDeposited(address token, address receiver, uint256 creditAmount, uint256 nativeAmount);
    /// @notice Emitted when a withdrawal of credits is paid out on this chain, in the token's smallest unit.
    event FeesWithdrawn(address token, address receiver, uint256 amount);
    /// @notice Emitted when a transmitter is paid for a request that is complete or cancelled, in the token's
    /// smallest unit.
    event FeesDistributed(address token, address transmitter, uint256 amount);

    /// @notice Only the account that deployed the fees plug can accept tokens. Call it from that account.
    error NotFeesPlugOwner(address caller);
    /// @notice The token is not accepted for fees. Deposit a token for which `isTokenWhitelisted` returns true.
    error TokenNotWhitelisted(address token);
}
