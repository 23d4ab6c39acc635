// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AppGatewayApproval} from "../GatewayTypes.sol";

/// @title The fee pool of the gateway chain
/// @notice Counts credits, which come in through the fees plug of any chain, one for one in the fee token's smallest unit.
/// What comes in is at every moment what is available, held for requests, spent, and withdrawn.
interface IFeesManager {
    /// @notice Credits that `account` can spend now; what is held for its requests is not among them.
    function getAvailableCredits(address account) external view returns (uint256);

    function transferCredits(address from, address to, uint256 amount) external;

    /// @notice Lets app gateways spend the caller's credits, or ends that.
    function approveAppGateways(AppGatewayApproval[] calldata approvals) external;

    function isApproved(address account, address appGateway) external view returns (bool);

    /// @notice Sends the caller's credits to a chain, as the token they came in as. The withdrawal is a request of its own.
    function withdrawCredits(
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount);

    /// @notice Counts a deposit that a chain's fees plug logged, once. Only the watcher may.
    /// @param depositId keccak256(abi.encode(uint32 chainSlug, bytes32 txHash, uint256 logIndex))
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug,
        address token,
        address receiver,
        uint256 creditAmount,
        uint256 nativeAmount
    ) external;

    /// @notice Takes credits of `consumeFrom` aside for a request, on top of what was taken before. Only the watcher contract may.
    /// @return feePoolChain Where the transmitter will be paid; zeros until something is held.
    function hold(
        uint40 requestCount,
        address appGateway,
        address consumeFrom,
        uint256 amount
    ) external returns (uint32 feePoolChain, address feePoolToken);

    /// @notice Spends `fee` of what is held for a request, and frees the rest. Only the watcher contract may.
    function settle(uint40 requestCount, uint256 fee) external;

    /// @notice Gives the amount of a withdrawal back that was cancelled in time. Only the watcher contract may.
    function release(uint40 requestCount) external;

    /// @notice A chain's fees plug took a deposit, and it was counted here. `creditAmount` can be spent on requests;
    /// `nativeAmount` was paid to `receiver` in the gateway chain's native token. What could not be paid so is in
    /// `creditAmount`.
    event CreditsDeposited(
        bytes32 indexed depositId,
        uint32 indexed chainSlug,
        address indexed receiver,
        address token,
        uint256 creditAmount,
        uint256 nativeAmount
    );
    /// @notice An account gave credits to another account of the gateway chain.
    event CreditsTransferred(address indexed from, address indexed to, uint256 amount);
    /// @notice An account asked for its credits on a chain. `requestCount` is the request that pays them out: follow
    /// it, or cancel it in time.
    event CreditsWithdrawn(
        uint40 indexed requestCount,
        address indexed account,
        uint32 chainSlug,
        address token,
        uint256 amount,
        address receiver
    );

    /// @notice A withdrawal was cancelled before the watcher signed it off, and its amount is available again.
    event CreditsReturned(uint40 indexed requestCount, address indexed account, uint256 amount);

    /// @notice The same deposit was handed in twice. It counts once; nothing is to be done.
    error DepositAlreadyCredited(bytes32 depositId);
    /// @notice A withdrawal names no receiver. Pass the address that shall get the tokens: no chain could pay the
    /// zero address, and credits that were signed off do not come back.
    error ZeroReceiver();
    /// @notice The account that pays has fewer credits available than the request may cost. Deposit more through a
    /// fees plug, lower `maxFees`, or wait until other requests free what they hold.
    error InsufficientCredits(address account, uint256 required, uint256 available);
    /// @notice The account that shall pay has not let this app gateway spend its credits. It calls
    /// `approveAppGateways` first.
    error NotApproved(address account, address appGateway);
    /// @notice The fee tokens on that chain do not cover the amount, since others withdrew there. Withdraw less, or
    /// on the chain where deposits came in.
    error PoolTooSmall(uint32 chainSlug, address token, uint256 required, uint256 available);
}
