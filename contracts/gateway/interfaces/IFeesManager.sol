// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AppGatewayApproval} from "../GatewayTypes.sol";

/// @title Fee pool of the gateway chain
/// @notice Tracks credits, which have 18 decimals. A deposit at the fees plug of any chain adds one credit for each
/// token, whatever the token's decimals, and native currency of the gateway chain can be wrapped into as many credits.
/// The sum of both always equals the sum of available, held, spent and withdrawn credits.
interface IFeesManager {
    /// @notice Turns the native currency that is sent along into credits of `receiver`, one for one.
    function wrap(address receiver) external payable;

    /// @notice Turns `amount` of the caller's available credits into native currency for `receiver`, one for one.
    function unwrap(uint256 amount, address receiver) external;

    /// @notice Returns all credits of `account`, and how many of them are blocked because its requests hold them.
    function userCredits(address account) external view returns (uint256 totalCredits, uint256 blockedCredits);

    /// @notice Returns the credits that `account` can spend now, without those held for its requests.
    function getAvailableCredits(address account) external view returns (uint256);

    /// @notice Returns whether `spender` may spend `amount` credits of `consumeFrom` now: it is that account or was
    /// approved by it, and as many credits are available.
    function isCreditSpendable(address consumeFrom, address spender, uint256 amount) external view returns (bool);

    /// @notice Transfers credits from one account of the gateway chain to another. The caller must be `from`, or be
    /// approved by it.
    function transferCredits(address from, address to, uint256 amount) external;

    /// @notice Allows an app gateway to spend the caller's credits, or revokes that permission.
    function approveAppGateway(address appGateway, bool approval) external;

    /// @notice Allows app gateways to spend the caller's credits, or revokes that permission.
    function approveAppGateways(AppGatewayApproval[] calldata approvals) external;

    /// @notice Allows an app gateway to spend the credits of the account that signed, or revokes that permission.
    /// Anyone can submit the signature, once.
    /// @param signedApproval abi.encode(address spender, bool approval, uint256 nonce, bytes signature). The signature
    /// is over keccak256(abi.encode(address feesManager, uint32 gatewaySlug, address spender, uint256 nonce, bool
    /// approval)) with the eth_sign prefix. The nonce is any number that the account has not used.
    function approveAppGatewayWithSignature(
        bytes calldata signedApproval
    ) external returns (address account, address spender, bool approval);

    /// @notice Returns whether `appGateway` may spend the credits of `account`.
    function isApproved(address account, address appGateway) external view returns (bool);

    /// @notice Returns whether `account` has used a nonce for an approval by signature.
    function isNonceUsed(address account, uint256 nonce) external view returns (bool);

    /// @notice Withdraws the caller's credits to a chain, in the token that was deposited. The withdrawal is a separate
    /// request.
    /// @param chainSlug Chain to withdraw to.
    /// @param token Token to pay out.
    /// @param amount Amount in credits. What is below the token's smallest unit is not paid out.
    /// @param maxFees Maximum fees of the request in credits.
    /// @param receiver Account on that chain that receives the tokens.
    function withdrawCredits(
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount);

    /// @notice Records a deposit that a chain's fees plug logged. Each deposit counts once. Only the watcher can call
    /// it.
    /// @param depositId keccak256(abi.encode(uint32 chainSlug, bytes32 txHash, uint256 logIndex))
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug,
        address token,
        address receiver,
        uint256 creditAmount,
        uint256 nativeAmount
    ) external;

    /// @notice Holds credits of `consumeFrom` for a request, in addition to those already held. Only the watcher
    /// contract can call it.
    /// @return feePoolChain Chain on which the transmitter is paid; zero until credits are held.
    /// @return feePoolToken Token in which the transmitter is paid; zero until credits are held.
    function hold(
        uint40 requestCount,
        address appGateway,
        address consumeFrom,
        uint256 amount
    ) external returns (uint32 feePoolChain, address feePoolToken);

    /// @notice Spends `fee` of the credits held for a request and releases the rest. Wrapped credits are transferred to
    /// `transmitter` at once; others are paid on the chain of their pool. Only the watcher contract can call it.
    function settle(uint40 requestCount, uint256 fee, address transmitter) external;

    /// @notice Returns the amount of a withdrawal that was cancelled in time. Only the watcher contract can call it.
    function release(uint40 requestCount) external;

    /// @notice Emitted when a deposit at a chain's fees plug is recorded. `creditAmount` credits can be spent on
    /// requests, and `nativeAmount` wei were paid to `receiver` in the gateway chain's native token. Native value that
    /// could not be paid is included in `creditAmount`.
    event CreditsDeposited(
        bytes32 indexed depositId,
        uint32 indexed chainSlug,
        address indexed receiver,
        address token,
        uint256 creditAmount,
        uint256 nativeAmount
    );
    /// @notice Emitted when native currency is wrapped into credits of `account`.
    event CreditsWrapped(address indexed account, uint256 amount);
    /// @notice Emitted when `account` unwraps credits into native currency.
    event CreditsUnwrapped(address indexed account, uint256 amount);
    /// @notice Emitted when credits pass from one account of the gateway chain to another.
    event CreditsTransferred(address indexed from, address indexed to, uint256 amount);
    /// @notice Emitted when an account withdraws credits to a chain. The request `requestCount` pays them out; it can
    /// be cancelled until it is finalized.
    event CreditsWithdrawn(
        uint40 indexed requestCount,
        address indexed account,
        uint32 chainSlug,
        address token,
        uint256 amount,
        address receiver
    );

    /// @notice Emitted when a withdrawal is cancelled before the watcher finalized it. Its amount is available again.
    event CreditsReturned(uint40 indexed requestCount, address indexed account, uint256 amount);

    /// @notice The deposit was already recorded. Each deposit counts once; no action is needed.
    error DepositAlreadyCredited(bytes32 depositId);
    /// @notice No native currency was sent along. Send the amount to wrap as the transaction's value.
    error InvalidAmount();
    /// @notice The receiver is the zero address, where credits and payouts would be lost. Pass the account that
    /// receives them.
    error ZeroReceiver();
    /// @notice The receiver rejects native currency. Unwrap to an account that accepts it.
    error NativeTransferFailed(address receiver, uint256 amount);
    /// @notice The account has already used this nonce for an approval by signature. Sign again with another nonce.
    error NonceUsed(address account, uint256 nonce);
    /// @notice The payer has fewer available credits than the request's maximum fees. Deposit more through a fees plug,
    /// lower `maxFees`, or wait until other requests release credits.
    error InsufficientCredits(address account, uint256 required, uint256 available);
    /// @notice The payer has not allowed this app gateway to spend its credits. It must call `approveAppGateway`, or
    /// sign an approval for `approveAppGatewayWithSignature`, first.
    error NotApproved(address account, address appGateway);
    /// @notice The fee tokens on that chain do not cover the amount because others withdrew there. Withdraw less, or
    /// withdraw on the chain of the deposits.
    error PoolTooSmall(uint32 chainSlug, address token, uint256 required, uint256 available);
}
